package io.brokerbench.core.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.Calibration.Limit;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.ExampleCalibration;
import io.brokerbench.core.result.Headroom;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Throughput;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HeadroomGaugeTest {

  private static final Duration PRECISION = Duration.ofNanos(100_000);
  private static final double LATE = 1.2;
  private static final double ON_TIME = 1.05;

  private int lanes = 1;
  private double coresPerLane = 0.9;
  private Limit limit = Limit.GENERATOR;
  private Duration precision = PRECISION;

  private HeadroomGauge gauge() {
    return HeadroomGauge.of(
            Optional.of(ExampleCalibration.of(limit, coresPerLane)),
            driver("swarm", "epoll"),
            precision)
        .orElseThrow();
  }

  private DriverInfo driver(String name, String transport) {
    return new DriverInfo(name, transport, lanes, Optional.empty(), 1);
  }

  @Test
  void theRateIsAShareOfWhatTheLanesWouldCarryAtTheCeilingOfTheNearestSmallerNumberOfPublishers() {
    assertThat(headroom(10, 300_000, 0).ratePercentOfCeiling()).isCloseTo(10, within(1e-9));
    assertThat(headroom(999, 300_000, 0).ceilingPublishers()).isEqualTo(10);
    assertThat(headroom(5, 300_000, 0).ceilingPublishers()).isEqualTo(10);
    Headroom many = headroom(1_000, 300_000, 0);
    assertThat(many.ceilingPerSecondPerCore()).isEqualTo(1_000_000);
    assertThat(many.ratePercentOfCeiling()).isCloseTo(30, within(1e-9));
    lanes = 2;
    assertThat(headroom(1_000, 300_000, 0).ratePercentOfCeiling()).isCloseTo(15, within(1e-9));
  }

  @Test
  void aMessageSentAndReceivedCountsOnceAndAFanOutByHalvesOfEach() {
    Headroom broadcast =
        gauge().headroom(10, new Throughput(100, 100, 1_499_900), latencies(1), 0.5);

    assertThat(broadcast.ratePercentOfCeiling()).isCloseTo(25, within(1e-9));
  }

  @Test
  void theCpuIsAShareOfWhatTheLanesCouldUseWhenTheyWereTheLimit() {
    assertThat(headroom(10, 1, 0.45).cpuPercentOfCeiling()).isCloseTo(50, within(1e-9));
    lanes = 2;
    assertThat(headroom(10, 1, 0.45).cpuPercentOfCeiling()).isCloseTo(25, within(1e-9));
  }

  @Test
  void whereTheNullBrokerWasTheLimitALaneIsTakenToHaveAWholeCore() {
    limit = Limit.BROKER;
    assertThat(headroom(10, 1, 0.45).cpuPercentOfCeiling()).isCloseTo(45, within(1e-9));
  }

  @Test
  void aLaneThatSharedItsCoreWhenItWasCalibratedIsTakenToGetMostOfOne() {
    coresPerLane = 0.3;
    assertThat(headroom(10, 1, 0.3).cpuPercentOfCeiling()).isCloseTo(40, within(1e-9));
  }

  @Test
  void serviceTimesBelowTwoFloorsAreNearTheFloor() {
    assertThat(gauge().headroom(10, new Throughput(1, 1, 1), latencies(0.110), 0.1).nearFloor())
        .isTrue();
    assertThat(gauge().headroom(10, new Throughput(1, 1, 1), latencies(0.130), 0.1).nearFloor())
        .isFalse();
  }

  @Test
  void lanesThatWereFullAndLateAreTheLimit() {
    assertThat(gauge().complaints(10, 0.88, Optional.of(summary(LATE))))
        .singleElement()
        .asString()
        .contains("98 %", "0.88 of 0.90 cores", "p99 1.2 ms (limit 1.1 ms");
  }

  @Test
  void lanesThatWereFullAndOnTimeOrLateAndNotFullAreNot() {
    assertThat(gauge().complaints(10, 0.88, Optional.of(summary(ON_TIME)))).isEmpty();
    assertThat(gauge().complaints(10, 0.80, Optional.of(summary(LATE)))).isEmpty();
    lanes = 2;
    assertThat(gauge().complaints(10, 0.88, Optional.of(summary(LATE)))).isEmpty();
  }

  @Test
  void aCoarsePrecisionIsNoLateness() {
    precision = Duration.ofMillis(5);
    assertThat(gauge().complaints(10, 0.88, Optional.of(summary(5.5)))).isEmpty();
    assertThat(gauge().complaints(10, 0.88, Optional.of(summary(6.5)))).hasSize(1);
  }

  @Test
  void aClosedLoadIsNeverLate() {
    assertThat(gauge().complaints(10, 0.9, Optional.empty())).isEmpty();
  }

  @Test
  void aCalibrationOfAnotherDriverOrTransportDoesNotCount() {
    Optional<Calibration> known = Optional.of(ExampleCalibration.limitedByGenerator());
    assertThat(HeadroomGauge.of(known, driver("swarm", "epoll"), PRECISION)).isPresent();
    assertThat(HeadroomGauge.of(known, driver("paho", "epoll"), PRECISION)).isEmpty();
    assertThat(HeadroomGauge.of(known, driver("swarm", "nio"), PRECISION)).isEmpty();
    assertThat(HeadroomGauge.of(Optional.empty(), driver("swarm", "epoll"), PRECISION)).isEmpty();
  }

  private Headroom headroom(int publishers, double perSecond, double ownCores) {
    return gauge()
        .headroom(
            publishers, new Throughput(perSecond, perSecond, perSecond), latencies(1), ownCores);
  }

  private static Latencies latencies(double millis) {
    return new Latencies(Map.of(LatencyKind.SERVICE, summary(millis)));
  }

  private static LatencySummary summary(double millis) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue((long) (millis * 1e6));
    return LatencySummary.of(histogram);
  }
}
