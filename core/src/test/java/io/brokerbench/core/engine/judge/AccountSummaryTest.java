package io.brokerbench.core.engine.judge;

import static io.brokerbench.core.engine.lane.SenderBench.NONCE;
import static io.brokerbench.core.engine.lane.SenderBench.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.BusyThread;
import io.brokerbench.core.engine.measure.DeliveryAccountBuilder;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.engine.worker.WorkerResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AccountSummaryTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Duration DELAY = Duration.ofSeconds(2);

  /** A message that came 30 ms before it was due. */
  private static RunRecord early(Scenario scenario) {
    SenderBench bench = new SenderBench(scenario);
    long intended = START + 3 * SECOND;
    long word1 = MessageHeader.word1(0, 0);
    long word2 = MessageHeader.word2(NONCE, intended, word1, 0, 32);
    bench.meter.onDelivery(intended + 1_970_000_000L, intended, word1, word2, 32, 0);
    return new RunRecord(
        new RunTimes(0, 0, 10 * SECOND),
        new RunResult.WarmUp(0, RunResult.WarmUp.End.GIVEN),
        true,
        11 * SECOND,
        new WorkerResult(
            bench.report(),
            DeliveryAccountBuilder.builder().expected(1).received(1).named(List.of()).build(),
            Optional.empty(),
            0,
            List.of(),
            BusyThread.NONE),
        null,
        null,
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  @Test
  void earlyDeliveriesCountWhereTheBrokerHasTheClockOfTheSenders() {
    RunRecord run = early(SenderBench.delayed(DELAY));

    assertThat(AccountSummary.messages(SenderBench.delayed(DELAY), run, true).early()).hasValue(1);
    assertThat(AccountSummary.earlyByOtherClock(SenderBench.delayed(DELAY), run, true)).isEmpty();
  }

  /** Its clock may be 30 ms ahead, and then it is right. */
  @Test
  void earlyDeliveriesAreARemarkWhereTheClockOfTheBrokerMayDiffer() {
    RunRecord run = early(SenderBench.delayed(DELAY));

    assertThat(AccountSummary.messages(SenderBench.delayed(DELAY), run, false).early()).isEmpty();
    assertThat(AccountSummary.earlyByOtherClock(SenderBench.delayed(DELAY), run, false))
        .extracting(NumberText::plain)
        .containsExactly(
            "1 delivery came before the delivery delay had passed, 2s, by the clock of the sender,"
                + " which is not known to be the broker's");
  }
}
