package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.mqtt.hivemq.HiveMqDriverProvider;
import io.brokerbench.mqtt.paho.PahoDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.RetryOnNoise;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is asked for is what is offered and sent, and in time. The times need a quiet machine; that
 * the schedule keeps them is shown on a clock moved by hand, in {@code OpenSenderTest}.
 */
class RateTruthIT {

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
  private static final long SEND_DELAY_LIMIT_NANOS = 200_000;

  @Test
  void allOfTwentyThousandPerSecondFromAThousandPublishersAreSent() throws Exception {
    RunResult result =
        Runs.of(1_000, 10, Distribution.PARTITIONS)
            .rate(20_000)
            .warmUp(Duration.ofSeconds(1))
            .steady(Duration.ofSeconds(2))
            .drainLimit(Duration.ofSeconds(60))
            .accountWithFaults(faults -> {});
    isOffered(20_000, result);
    Messages messages = result.messages();
    assertThat(messages.scheduled()).isEqualTo(60_000).isEqualTo(messages.sent());
    assertThat(messages.received()).isEqualTo(60_000);
    assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(40_000);
    Runs.accusesNoBroker(result);
  }

  @Test
  @Tag("release")
  void aThousandPerSecondAreKeptOverTenSeconds() throws Exception {
    theRateIsKeptOverTenSeconds(1_000, 10);
  }

  @Test
  @Tag("release")
  void onePerSecondIsKeptOverTenSeconds() throws Exception {
    theRateIsKeptOverTenSeconds(1, 1);
  }

  private static void theRateIsKeptOverTenSeconds(double rate, int publishers) throws Exception {
    RunResult result =
        Runs.of(publishers, 1, Distribution.SINGLE)
            .rate(rate)
            .steady(TEN_SECONDS)
            .onQuietMachine(faults -> {});
    isKept(rate, result);
  }

  @Test
  @Tag("release")
  void twentyThousandPerSecondFromAThousandPublishersAreSentInTime() throws Exception {
    Mosquitto.assumeInstalled();
    RunResult result = RetryOnNoise.onQuietMachine(RateTruthIT::twentyThousandPerSecond);
    isKept(20_000, result);
    assertThat(result.latency().of(LatencyKind.SEND_DELAY).p50Nanos())
        .isLessThan(SEND_DELAY_LIMIT_NANOS);
  }

  private static RunResult twentyThousandPerSecond() throws Exception {
    try (Broker broker = Mosquitto.start()) {
      return Runs.of(1_000, 10, Distribution.PARTITIONS)
          .rate(20_000)
          .warmUp(Duration.ofSeconds(2))
          .steady(TEN_SECONDS)
          .on(broker);
    }
  }

  static Stream<Arguments> driversAndQos() {
    return Stream.of(
            new SwarmDriverProvider(), new HiveMqDriverProvider(), new PahoDriverProvider())
        .flatMap(driver -> Stream.of(0, 1, 2).map(qos -> Arguments.of(driver, qos)));
  }

  @ParameterizedTest
  @MethodSource("driversAndQos")
  @Tag("release")
  void eachDriverKeepsAThousandPerSecond(ClientDriverProvider driver, int qos) throws Exception {
    RunResult result =
        Runs.of(20, 4, Distribution.PARTITIONS)
            .driver(driver)
            .qos(qos)
            .rate(1_000)
            .onQuietMachine(faults -> {});
    isOffered(1_000, result);
    assertThat(result.throughput().sentPerSecond()).isCloseTo(1_000, withPercentage(0.5));
    assertThat(result.messages().received()).isEqualTo(2_500);
  }

  private static void isOffered(double rate, RunResult result) {
    assertThat(result.throughput().offeredPerSecond()).isCloseTo(rate, withPercentage(0.1));
  }

  private static void isKept(double rate, RunResult result) {
    isOffered(rate, result);
    assertThat(result.throughput().sentPerSecond()).isCloseTo(rate, withPercentage(0.1));
    assertThat(result.messages().lost()).isZero();
  }
}
