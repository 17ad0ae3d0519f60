package io.brokerbench.core.engine.lane;

import static io.brokerbench.core.engine.lane.SenderBench.NONCE;
import static io.brokerbench.core.engine.lane.SenderBench.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Messages with a delivery delay of two seconds, ten of them a second, steady from 2 s on. */
class DelayedDeliveriesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final Duration DELAY = Duration.ofSeconds(2);

  private final Scenario scenario = SenderBench.delayed(DELAY);
  private final SenderBench bench = new SenderBench(scenario);

  private void deliver(long sequence, long intended, long sendDelay, long received) {
    long word1 = MessageHeader.word1(0, sequence);
    long word2 = MessageHeader.word2(NONCE, intended, word1, sendDelay, 32);
    bench.meter.onDelivery(received, intended, word1, word2, 32, 0);
  }

  @Test
  void latenciesCountFromTheDueTime() {
    long intended = START + 3 * SECOND;
    deliver(0, intended, 300_000, intended + 2 * SECOND + 5 * MILLI);
    LaneReport report = bench.report();
    assertThat(report.latencies().of(LatencyKind.END_TO_END).getMaxValue())
        .isBetween(5 * MILLI, 5 * MILLI + 10_000);
    assertThat(report.latencies().of(LatencyKind.SERVICE).getMaxValue())
        .isBetween(4_700_000L, 4_710_000L);
    assertThat(report.counts().early()).isZero();
  }

  @Test
  void whatComesBeforeItsDelayHasPassedIsCountedOnceForEachMessage() {
    long intended = START + 3 * SECOND;
    deliver(0, intended, 0, intended + SECOND);
    deliver(0, intended, 0, intended + SECOND);
    deliver(1, intended, 0, intended + 2 * SECOND);
    LaneReport report = bench.report();
    assertThat(report.counts().early()).isEqualTo(1);
    assertThat(report.latencies().of(LatencyKind.END_TO_END).getTotalCount()).isEqualTo(2);
  }

  @Test
  void theBacklogIsOfWhatIsDue() {
    bench.turnUntil(START + 2 * SECOND, 10 * MILLI);
    assertThat(bench.meter.sent()).isEqualTo(20);
    assertThat(bench.meter.isAllDue()).isFalse();
    bench.turnUntil(START + 6 * SECOND + 20 * MILLI, 10 * MILLI);
    LaneReport report = bench.report();
    // nothing is delivered: what was sent in the first two seconds is due at the end of four
    assertThat(report.leastBacklogs().get(0)).isBetween(0L, 2L);
    assertThat(report.leastBacklogs().get(report.leastBacklogs().size() - 1)).isBetween(38L, 41L);
    assertThat(bench.meter.isAllDue()).isFalse();
    bench.turnUntil(START + 8 * SECOND + 20 * MILLI, 10 * MILLI);
    assertThat(bench.meter.isAllDue()).isTrue();
  }

  @Test
  void whatIsMissingIsAsOldAsItIsDue() {
    RunTimes times = new RunTimes(0, 2 * SECOND, 6 * SECOND);
    OverdueMeter meter =
        new OverdueMeter(scenario, times, 9 * SECOND, 0, (p, sequence) -> OptionalLong.empty());
    meter.onMissingDelivery(0, 30);
    assertThat(meter.ages().of(LatencyKind.END_TO_END).getMinValue() / 1e9)
        .isCloseTo(4, org.assertj.core.api.Assertions.within(0.01));
    assertThat(meter.ages().of(LatencyKind.SERVICE).getMinValue() / 1e9)
        .isCloseTo(4, org.assertj.core.api.Assertions.within(0.01));
  }
}
