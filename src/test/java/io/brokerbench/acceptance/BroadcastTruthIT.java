package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.result.Broadcast;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.testkit.broker.Faults;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a broker does to one subscriber of a broadcast shows in the bursts' figures. */
class BroadcastTruthIT {

  private static final double MILLI = 1e6;
  private static final int CONSUMERS = 50;

  /** Two bursts of warm-up, and twelve in the steady state, four per second. */
  private static Runs broadcast() {
    return Runs.of(1, CONSUMERS, Distribution.ALL)
        .rate(4)
        .warmUp(Duration.ofMillis(500))
        .steady(Duration.ofSeconds(3));
  }

  @Test
  void aSubscriberThatGetsItLateIsTheLastOne() throws Exception {
    RunResult result = broadcast().accountWithFaults(BroadcastTruthIT::delayOne);
    Broadcast broadcast = result.broadcast().orElseThrow();
    assertThat(broadcast.bursts()).isEqualTo(12);
    assertThat(broadcast.incomplete()).isZero();
    assertThat(result.latency().of(LatencyKind.TIME_TO_LAST).count()).isEqualTo(12);
    assertThat(result.latency().of(LatencyKind.TIME_TO_LAST).minNanos() / MILLI)
        .isGreaterThan(119.8);
    assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(12 * CONSUMERS);
    assertThat(
            result
                .latency()
                .of(LatencyKind.END_TO_END)
                .toHistogram()
                .getCountBetweenValues((long) (119 * MILLI), Long.MAX_VALUE))
        .isGreaterThanOrEqualTo(12);
    assertThat(broadcast.peakEgressPerSecond())
        .isGreaterThanOrEqualTo(broadcast.medianPeakEgressPerSecond());
    Runs.accusesNoBroker(result);
  }

  private static void delayOne(Faults faults) {
    faults.delayDeliveries(id -> id.endsWith("c7"), Duration.ofMillis(120));
  }

  @Tag("release")
  @Test
  void onAQuietMachineTheOthersAreNotLate() throws Exception {
    RunResult result = broadcast().onQuietMachine(BroadcastTruthIT::delayOne);
    Broadcast broadcast = result.broadcast().orElseThrow();
    assertThat(result.latency().of(LatencyKind.TIME_TO_LAST).p50Nanos() / MILLI)
        .isCloseTo(122, within(30.0));
    assertThat(
            result
                .latency()
                .of(LatencyKind.END_TO_END)
                .toHistogram()
                .getCountBetweenValues((long) (119 * MILLI), Long.MAX_VALUE))
        .isBetween(12L, 40L);
    assertThat(broadcast.peakEgressPerSecond()).isLessThanOrEqualTo(CONSUMERS * 100);
    assertThat(result.verdict().status()).isEqualTo(Status.OK);
  }

  @Tag("release")
  @Test
  void aBurstThatMissesOneSubscriberIsSaidAndHasNoTimeToLast() throws Exception {
    // of 14 x 50 copies the 430th, which is one of the ninth burst
    RunResult result = broadcast().onQuietMachine(faults -> faults.dropEvery(430));
    Broadcast broadcast = result.broadcast().orElseThrow();
    assertThat(result.messages().lost()).isEqualTo(1);
    assertThat(broadcast.bursts()).isEqualTo(12);
    assertThat(broadcast.incomplete()).isEqualTo(1);
    assertThat(result.latency().of(LatencyKind.TIME_TO_LAST).count()).isEqualTo(11);
    assertThat(result.messages().missing().get(0).sequence()).isEqualTo(8);
    assertThat(result.verdict().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  @Test
  void aRunThatIsNoBroadcastHasNoBursts() throws Exception {
    RunResult result =
        Runs.of(2, 3, Distribution.ALL)
            .steady(Duration.ofMillis(300))
            .accountWithFaults(faults -> {});
    assertThat(result.broadcast()).isEmpty();
  }
}
