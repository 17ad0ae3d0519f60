package io.brokerbench.core.engine;

import static io.brokerbench.core.engine.lane.SenderBench.NONCE;
import static io.brokerbench.core.engine.lane.SenderBench.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.lane.SenderBench.StubPublisher;
import io.brokerbench.core.engine.measure.LatencyHistograms;
import io.brokerbench.core.result.LatencyKind;
import java.time.Duration;
import org.HdrHistogram.AbstractHistogram;
import org.junit.jupiter.api.Test;

/**
 * Latency counts from the moment a message should have been sent, and each wait is charged to the
 * side that caused it: a stall of one second in ten, on a clock moved by hand. The broker needs a
 * millisecond for each message.
 */
class StalledSideTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final long TURN = MILLI / 10;
  private static final long STALL = START + 4 * SECOND;
  private static final long STALL_END = STALL + SECOND;

  private final SenderBench bench = SenderBench.constant(1, 1_000, Duration.ofSeconds(10));
  private final StubPublisher publisher = bench.publishers.get(0);
  private int delivered;

  @Test
  void aStallOfTheBrokerIsInTheServiceTimeAndInNoSendDelay() {
    for (; bench.now < START + 11 * SECOND; bench.now += TURN) {
      turn(bench.now >= STALL && bench.now < STALL_END);
    }
    LatencyHistograms histograms = bench.report().latencies();
    theWaitIsInTheEndToEndLatency(histograms);
    holdsTheStall(histograms.of(LatencyKind.SERVICE));
    assertThat(histograms.of(LatencyKind.SEND_DELAY).getMaxValue()).isLessThan(MILLI);
  }

  @Test
  void aStallOfTheGeneratorIsInTheSendDelayAndInNoServiceTimeOfWhatWasDueInIt() {
    for (; bench.now < START + 11 * SECOND; bench.now += TURN) {
      if (bench.now == STALL) {
        bench.now = STALL_END;
      }
      turn(false);
    }
    LatencyHistograms histograms = bench.report().latencies();
    theWaitIsInTheEndToEndLatency(histograms);
    holdsTheStall(histograms.of(LatencyKind.SEND_DELAY));
    // the one that was under way then: the lane that stalls cannot receive it either
    assertThat(histograms.of(LatencyKind.SERVICE).getCountBetweenValues(2 * MILLI, 10 * SECOND))
        .isEqualTo(1);
  }

  /** All that is due is sent; all that the broker has had for a millisecond is received. */
  private void turn(boolean brokerStalls) {
    bench.meter.beginTurn(bench.now);
    bench.sender.turn(bench.now);
    while (!brokerStalls
        && delivered < publisher.intended.size()
        && sentAt(delivered) + MILLI <= bench.now) {
      long intended = publisher.intended.get(delivered);
      long word1 = MessageHeader.word1(0, delivered);
      long word2 =
          MessageHeader.word2(NONCE, intended, word1, publisher.sendDelays.get(delivered), 32);
      bench.meter.onDelivery(bench.now, intended, word1, word2, 32, 0);
      delivered++;
    }
    bench.meter.endTurn(bench.now);
  }

  private long sentAt(int message) {
    return publisher.intended.get(message) + publisher.sendDelays.get(message);
  }

  /** A thousand of ten thousand messages wait for half a second in the mean. */
  private static void theWaitIsInTheEndToEndLatency(LatencyHistograms histograms) {
    assertThat(histograms.of(LatencyKind.END_TO_END).getTotalCount()).isEqualTo(10_000);
    assertThat(histograms.of(LatencyKind.END_TO_END).getMean() / MILLI).isCloseTo(51, within(0.5));
    holdsTheStall(histograms.of(LatencyKind.END_TO_END));
  }

  /** The hundredth longest wait of the stall is 900 ms, and is p99. */
  private static void holdsTheStall(AbstractHistogram histogram) {
    assertThat(histogram.getValueAtPercentile(99)).isBetween(895 * MILLI, 905 * MILLI);
    assertThat(histogram.getMaxValue()).isBetween(995 * MILLI, 1_005 * MILLI);
  }
}
