package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.engine.judge.BurstSummary;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.Broadcast;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BroadcastMeterTest {

  private static final long MILLI = 1_000_000L;
  private static final int CONSUMERS = 40;

  private final Scenario scenario = scenario(1);
  private final BroadcastMeter meter = BroadcastMeter.of(scenario);

  private static Scenario scenario(double rate) {
    return SenderBench.scenario(
            1, new ConstantLoad(Rate.perSecond(rate)), Duration.ZERO, Duration.ofSeconds(10))
        .withTopology(new Topology(1, CONSUMERS, Distribution.ALL));
  }

  private Broadcast summary(BroadcastReport report) {
    return BurstSummary.broadcast(scenario, report).orElseThrow();
  }

  private Histogram timeToLast(BroadcastReport report) {
    return BurstSummary.timeToLast(scenario, report);
  }

  @Test
  void theLastConsumerAndTheBusiestWindowOfEachBurstAreSeen() {
    meter.onSent(1_000);
    for (int i = 0; i < CONSUMERS; i++) {
      meter.onDelivery(1_000, i < 30 ? (15 + i / 3) * MILLI : (50 + i) * MILLI);
    }
    Broadcast broadcast = summary(meter.report());
    assertThat(broadcast.bursts()).isEqualTo(1);
    assertThat(broadcast.incomplete()).isZero();
    assertThat(timeToLast(meter.report()).getMaxValue()).isCloseTo(89 * MILLI, within(100_000L));
    assertThat(broadcast.windowMillis()).isEqualTo(10);
    assertThat(broadcast.peakEgressPerSecond()).isEqualTo(3_000);
  }

  @Test
  void aBurstThatMissesOneConsumerOrAllHasNoTimeToLast() {
    meter.onSent(1_000);
    for (int i = 1; i < CONSUMERS; i++) {
      meter.onDelivery(1_000, MILLI);
    }
    meter.onSent(2_000);
    Broadcast broadcast = summary(meter.report());
    assertThat(broadcast.bursts()).isEqualTo(2);
    assertThat(broadcast.incomplete()).isEqualTo(2);
    assertThat(timeToLast(meter.report()).getTotalCount()).isZero();
    assertThat(broadcast.medianPeakEgressPerSecond()).isEqualTo(39 * 100 / 2.0);
    assertThat(broadcast.peakEgressPerSecond()).isEqualTo(3_900);
  }

  @Test
  void burstsThatOverlapAreToldApartAndLateDeliveriesCount() {
    for (int i = 0; i < CONSUMERS; i++) {
      meter.onDelivery(2_000, 3 * MILLI);
      meter.onDelivery(1_000, 20_000 * MILLI);
    }
    Broadcast broadcast = summary(meter.report());
    assertThat(broadcast.incomplete()).isZero();
    assertThat(timeToLast(meter.report()).getTotalCount()).isEqualTo(2);
    assertThat(timeToLast(meter.report()).getMaxValue())
        .isCloseTo(20_000 * MILLI, within(20 * MILLI));
    assertThat(broadcast.peakEgressPerSecond()).isEqualTo(4_000);
  }

  @Test
  void lanesMergeToWhatOneLaneWouldHaveSeen() {
    BroadcastMeter[] lanes = {
      BroadcastMeter.of(scenario), BroadcastMeter.of(scenario), BroadcastMeter.of(scenario)
    };
    for (int burst = 1; burst <= 3; burst++) {
      meter.onSent(burst);
      lanes[0].onSent(burst);
      for (int i = 0; i < CONSUMERS; i++) {
        long latency = (i * 7 % 23 + burst) * MILLI;
        meter.onDelivery(burst, latency);
        lanes[i % 3].onDelivery(burst, latency);
      }
    }
    BroadcastReport a = lanes[0].report();
    BroadcastReport b = lanes[1].report();
    BroadcastReport c = lanes[2].report();
    assertThat(a.merge(b).merge(c)).isEqualTo(meter.report()).isEqualTo(c.merge(b.merge(a)));
  }

  @Test
  void moreBurstsThanAreFollowedAreLeftOut() {
    for (int burst = 1; burst <= BroadcastMeter.MAX_BURSTS + 5; burst++) {
      meter.onSent(burst);
      meter.onDelivery(burst, MILLI);
    }
    assertThat(meter.report().bursts()).hasSize(BroadcastMeter.MAX_BURSTS);
  }

  @Test
  void onlyOnePublishersRareMessagesToAllAreABroadcast() {
    assertThat(BroadcastMeter.of(scenario(BroadcastMeter.MAX_RATE))).isNotNull();
    assertThat(BroadcastMeter.of(scenario(BroadcastMeter.MAX_RATE + 0.1))).isNull();
    assertThat(BroadcastMeter.of(scenario.withTopology(new Topology(2, 5, Distribution.ALL))))
        .isNull();
    assertThat(BroadcastMeter.of(scenario.withTopology(new Topology(1, 5, Distribution.SHARED))))
        .isNull();
  }
}
