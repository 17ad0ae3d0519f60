package io.brokerbench.core.engine.lane;

import static io.brokerbench.core.engine.lane.SenderBench.NONCE;
import static io.brokerbench.core.engine.lane.SenderBench.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.driver.ClientStep;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.LatencyHistograms;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.LatencyKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LaneMeterTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private final SenderBench bench =
      new SenderBench(
          1, new ConstantLoad(Rate.perSecond(1_000)), Duration.ofSeconds(1), Duration.ofSeconds(3));

  private void deliver(long sequence, long intended, long sendDelay, long received) {
    long word1 = MessageHeader.word1(0, sequence);
    long word2 = MessageHeader.word2(NONCE, intended, word1, sendDelay, 32);
    bench.meter.onDelivery(received, intended, word1, word2, 32, 0);
  }

  @Test
  void walksOfABrowserAreCountedWithWhatTheySaw() {
    bench.meter.clientEvents().onBrowsed(START + SECOND / 2, 10 * MILLI, 7);
    bench.meter.clientEvents().onBrowsed(START + 2 * SECOND, 20 * MILLI, 5);
    LaneReport report = bench.report();
    assertThat(report.counts().browses()).isEqualTo(2);
    assertThat(report.counts().browsed()).isEqualTo(12);
    assertThat(report.latencies().of(LatencyKind.BROWSE).getTotalCount()).isEqualTo(1);
    assertThat(report.latencies().of(LatencyKind.BROWSE).getMaxValue())
        .isBetween(20 * MILLI, 20 * MILLI + 20_000);
  }

  @Test
  void endToEndIsServiceTimeAndSendDelayTogether() {
    long intended = START + 2 * SECOND;
    deliver(0, intended, 300_000, intended + 5 * MILLI);
    LatencyHistograms histograms = bench.report().latencies();
    assertThat(histograms.of(LatencyKind.END_TO_END).getMaxValue())
        .isBetween(5 * MILLI, 5 * MILLI + 10_000);
    assertThat(histograms.of(LatencyKind.SERVICE).getMaxValue()).isBetween(4_700_000L, 4_710_000L);
  }

  @Test
  void aSecondHoldsBothOfTheDeliveriesMadeInIt() {
    long intended = START + 2 * SECOND;
    deliver(0, intended, 300_000, intended + 5 * MILLI);
    bench.report();
    IntervalSample second = bench.intervals.get(0);
    assertThat(second.endToEnd().getMaxValue()).isBetween(5 * MILLI, 5 * MILLI + 10_000);
    assertThat(second.service().getMaxValue()).isBetween(4_700_000L, 4_750_000L);
  }

  @Test
  void aMessageOfTheSteadyStateCountsThoughItComesInTheDrain() {
    deliver(0, START + 4 * SECOND - 1, 0, START + 6 * SECOND);
    LaneReport report = bench.report();
    assertThat(report.latencies().of(LatencyKind.END_TO_END).getTotalCount()).isEqualTo(1);
    assertThat(report.counts().steadyReceived()).isZero();
  }

  @Test
  void aMessageOfTheWarmUpHasNoLatencyAndCountsInTheRateWhenItComesInTheSteadyState() {
    deliver(0, START + SECOND - 1, 0, START + SECOND + MILLI);
    LaneReport report = bench.report();
    assertThat(report.latencies().of(LatencyKind.END_TO_END).getTotalCount()).isZero();
    assertThat(report.counts().steadyReceived()).isEqualTo(1);
  }

  @Test
  void aCommitThatBeganInTheSteadyStateCountsThoughItEndsInTheDrain() {
    bench.meter.clientEvents().onStep(ClientStep.COMMIT, START + 6 * SECOND, 3 * SECOND);
    bench.meter.clientEvents().onStep(ClientStep.COMMIT, START + SECOND + MILLI, 2 * MILLI);
    LaneReport report = bench.report();
    assertThat(report.latencies().of(LatencyKind.COMMIT).getTotalCount()).isEqualTo(1);
    assertThat(report.latencies().of(LatencyKind.COMMIT).getMaxValue())
        .isGreaterThanOrEqualTo(3 * SECOND);
  }

  @Test
  void whatWasMissedOfTheSteadyStateUntilItWasAnnouncedIsKnown() {
    bench.meter.beginSteadyAt(START + SECOND / 2, START + SECOND / 2 + 30 * MILLI);
    assertThat(bench.report().counts().lateNoticeNanos()).isEqualTo(30 * MILLI);
  }

  @Test
  void noneOfTheSteadyStateIsMissedThatIsAnnouncedBefore() {
    bench.meter.beginSteadyAt(START + SECOND / 2, START);
    assertThat(bench.report().counts().lateNoticeNanos()).isZero();
  }

  @Test
  void aDuplicateHasNoLatency() {
    long intended = START + 2 * SECOND;
    deliver(0, intended, 0, intended + MILLI);
    deliver(0, intended, 0, intended + SECOND);
    LaneReport report = bench.report();
    assertThat(report.latencies().of(LatencyKind.END_TO_END).getTotalCount()).isEqualTo(1);
    assertThat(report.latencies().of(LatencyKind.END_TO_END).getMaxValue()).isLessThan(2 * MILLI);
  }

  /** At 1 000 msg/s, 25 deliveries are 25 ms of load. */
  @Test
  void theTailIsTheP99OfEach25MillisecondsOfTheSteadyState() {
    for (int i = 0; i < 1_000; i++) { // of the warm-up
      deliver(i, START, 0, START + 9 * MILLI);
    }
    for (int i = 1_000; i < 1_099; i++) {
      boolean stalled = i >= 1_025 && i < 1_050;
      long intended = START + 2 * SECOND + i;
      deliver(i, intended, 0, intended + (stalled ? 70 : 2) * MILLI);
    }
    Histogram tail = bench.report().latencies().of(LatencyKind.TAIL);
    assertThat(tail.getTotalCount()).isEqualTo(3);
    assertThat(tail.getValueAtPercentile(50)).isBetween(2 * MILLI - 10_000, 2 * MILLI + 10_000);
    assertThat(tail.getMaxValue()).isBetween(70 * MILLI, 70 * MILLI + 100_000);
  }

  @Test
  void whatWasSentInAConsumersAbsenceIsCaughtUpOnAndLeftOutOfEndToEnd() {
    long intended = START + 2 * SECOND;
    long back = START + 3 * SECOND;
    bench.meter.onReturned(0, back);
    deliver(0, intended, 0, back + MILLI);
    deliver(1, back + MILLI, 0, back + 2 * MILLI);
    LatencyHistograms histograms = bench.report().latencies();
    assertThat(histograms.of(LatencyKind.CATCH_UP).getTotalCount()).isEqualTo(1);
    assertThat(histograms.of(LatencyKind.END_TO_END).getTotalCount()).isEqualTo(1);
    assertThat(histograms.of(LatencyKind.END_TO_END).getMaxValue()).isLessThan(2 * MILLI);
  }

  @Test
  void onTopicsOfItsOwnAMessageThatFailsItsCheckIsDamagedAndAnUnknownPublishersIsMisdelivered() {
    long word1 = MessageHeader.word1(0, 0);
    long word2 = MessageHeader.word2(NONCE + 1, START, word1, 0, 32);
    bench.meter.onDelivery(START, START, word1, word2, 32, 0);
    long unknown = MessageHeader.word1(5, 0);
    bench.meter.onDelivery(
        START, START, unknown, MessageHeader.word2(NONCE, START, unknown, 0, 32), 32, 0);
    bench.meter.onDamaged(() -> MessageHeader.tooShort("consumer 0", 7), 0);
    LaneReport report = bench.report();
    assertThat(report.counts().damaged())
        .isEqualTo(
            new LaneReport.Damaged(
                2,
                Optional.of(
                    "consumer 0 got 32 bytes whose header names message 0 of publisher 0 and has"
                        + " another checksum")));
    assertThat(report.counts().unrecognised()).isZero();
    assertThat(bench.meter.received()).isZero();
    assertThat(bench.ledger.account(publisher -> 0, 1).misdelivered()).isEqualTo(1);
  }

  /** The broker is at work, though nothing new has come. */
  @Test
  void whatComesAgainOrDamagedIsAnArrivalAndWhatIsOfAnotherRunIsNone() {
    long intended = START + 2 * SECOND;
    deliver(0, intended, 0, intended + MILLI);
    deliver(0, intended, 0, intended + SECOND);
    bench.meter.onDamaged(() -> "broken", 0);
    assertThat(bench.meter.arrivals()).isEqualTo(3);
    bench.meter.onOlderSession(0);
    bench.meter.onDamaged(() -> "of another run", 0);
    assertThat(bench.meter.arrivals()).isEqualTo(3);
  }

  /** A session that was there before holds messages of another run. */
  @Test
  void whatAnOlderSessionHoldsIsNotRecognisedAndNotDamagedAndOthersAre() {
    bench.meter.onOlderSession(0);
    long word1 = MessageHeader.word1(0, 0);
    bench.meter.onDelivery(
        START, START, word1, MessageHeader.word2(NONCE + 1, START, word1, 0, 32), 32, 0);
    bench.meter.onDamaged(() -> "that of another consumer", 1);
    LaneReport.Counts counts = bench.report().counts();
    assertThat(counts.unrecognised()).isEqualTo(1);
    assertThat(counts.damaged())
        .isEqualTo(new LaneReport.Damaged(1, Optional.of("that of another consumer")));
  }

  @Test
  void everySecondIsClosedOnceAlsoAfterAStall() {
    bench.turnUntil(START + SECOND + SECOND / 2, MILLI);
    bench.now = START + 4 * SECOND;
    bench.turnUntil(START + 5 * SECOND, MILLI);
    bench.report();
    assertThat(bench.intervals).extracting(IntervalSample::second).containsExactly(0, 1, 2, 3, 4);
    assertThat(bench.intervals.get(2).sent()).isZero();
    assertThat(bench.intervals.stream().mapToLong(IntervalSample::sent).sum()).isEqualTo(4_000);
  }

  @Test
  void theFirstBacklogOfTheSteadyStateIsNotTheLeastOfTheWarmUp() {
    bench.turnUntil(START + 2 * SECOND, MILLI);
    List<Long> leasts = bench.report().leastBacklogs();
    assertThat(leasts.get(0)).isBetween(990L, 1_010L);
    assertThat(leasts.get(5)).isBetween(1_490L, 1_510L);
  }
}
