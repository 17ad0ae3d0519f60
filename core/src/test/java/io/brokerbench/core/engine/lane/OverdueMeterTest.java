package io.brokerbench.core.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * What had not arrived has at least its age: ten messages a second from 0 s on, steady from 1 s.
 */
class OverdueMeterTest {

  private static final long SECOND = 1_000_000_000L;
  private static final RunTimes TIMES = new RunTimes(0, SECOND, 5 * SECOND);
  private static final long END = 8 * SECOND;

  private static OverdueMeter meter(LoadModel load, OverdueMeter.SendTimes sendTimes) {
    Scenario scenario = SenderBench.scenario(1, load, Duration.ofSeconds(1), Duration.ofSeconds(4));
    return new OverdueMeter(scenario, TIMES, END, SECOND / 10, sendTimes);
  }

  private static OverdueMeter open() {
    return meter(new ConstantLoad(Rate.perSecond(10)), (p, sequence) -> OptionalLong.empty());
  }

  @Test
  void aMissingDeliveryHasTheAgeOfItsMessage() {
    OverdueMeter meter = open();
    meter.onMissingDelivery(0, 20);
    assertThat(meter.ages().of(LatencyKind.END_TO_END).getMinValue() / 1e9).isCloseTo(6, within());
    assertThat(meter.ages().of(LatencyKind.SERVICE).getMinValue() / 1e9).isCloseTo(5.9, within());
    assertThat(meter.ages().of(LatencyKind.ACKNOWLEDGE).getTotalCount()).isZero();
  }

  @Test
  void whatIsMissingOfTheWarmUpIsNotInTheLatenciesOfTheSteadyState() {
    OverdueMeter meter = open();
    meter.onMissingDelivery(0, 9);
    meter.onUnacknowledged(0, 9);
    assertThat(meter.ages().of(LatencyKind.END_TO_END).getTotalCount()).isZero();
    assertThat(meter.ages().of(LatencyKind.ACKNOWLEDGE).getTotalCount()).isZero();
  }

  @Test
  void messagesThatWereDueAndNeverSentWaitedFromWhenTheyWereDue() {
    OverdueMeter meter = open();
    meter.onUnsent(0, 45, true);
    meter.onUnsentDeliveries(0, 45, 1, 0);
    assertThat(meter.ages().of(LatencyKind.SEND_DELAY).getTotalCount()).isEqualTo(5);
    assertThat(meter.ages().of(LatencyKind.END_TO_END).getTotalCount()).isEqualTo(5);
    assertThat(meter.ages().of(LatencyKind.ACKNOWLEDGE).getTotalCount()).isEqualTo(5);
    assertThat(meter.ages().of(LatencyKind.SEND_DELAY).getMaxValue() / 1e9)
        .isCloseTo(3.5, within());
  }

  @Test
  void whatWasDueToSlowConsumersStandsApart() {
    OverdueMeter meter = open();
    meter.onUnsentDeliveries(0, 45, 3, 2);
    assertThat(meter.ages().of(LatencyKind.END_TO_END).getTotalCount()).isEqualTo(15);
    assertThat(meter.ages().of(LatencyKind.STORM).getTotalCount()).isEqualTo(10);
    assertThat(meter.ages().of(LatencyKind.SEND_DELAY).getTotalCount()).isZero();
  }

  @Test
  void aClosedLoadsMessageIsAsOldAsTheFirstMarkThatShowsItSent() {
    OverdueMeter meter = meter(new ClosedLoad(5), (p, sequence) -> OptionalLong.of(2 * SECOND));
    meter.onMissingDelivery(0, 3);
    meter.onUnsent(0, 4, true);
    meter.onUnsentDeliveries(0, 4, 1, 0);
    assertThat(meter.ages().of(LatencyKind.END_TO_END).getTotalCount()).isEqualTo(1);
    assertThat(meter.ages().of(LatencyKind.END_TO_END).getMinValue() / 1e9).isCloseTo(6, within());
  }

  @Test
  void aPercentileAboveTheShareDeliveredIsALowerBound() {
    Histogram arrived = new Histogram(3);
    arrived.recordValueWithCount(SECOND / 50, 80);
    Histogram overdue = new Histogram(3);
    overdue.recordValueWithCount(3 * SECOND, 20);
    LatencySummary summary = LatencySummary.of(arrived, overdue);
    assertThat(summary.count()).isEqualTo(100);
    assertThat(summary.overdue().orElseThrow().count()).isEqualTo(20);
    assertThat(summary.isLowerBound(summary.p50Nanos())).isFalse();
    assertThat(summary.p99Nanos() / 1e9).isCloseTo(3, within());
    assertThat(summary.isLowerBound(summary.p99Nanos())).isTrue();
    assertThat(summary.merge(LatencySummary.of(arrived)).isLowerBound(summary.maxNanos())).isTrue();
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.api.Assertions.within(0.01);
  }
}
