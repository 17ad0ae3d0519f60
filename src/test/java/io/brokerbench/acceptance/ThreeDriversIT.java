package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.mqtt.hivemq.HiveMqDriverProvider;
import io.brokerbench.mqtt.paho.PahoDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever makes the load, the same scenario has the same account and the same offered rate. */
@Tag("release")
class ThreeDriversIT {

  private static final List<ClientDriverProvider> DRIVERS =
      List.of(new SwarmDriverProvider(), new HiveMqDriverProvider(), new PahoDriverProvider());

  private static final int RATE = 1_000;
  private static final double RATE_TOLERANCE = 5;

  /** Half a second of warm-up and two of steady state. */
  private static final int MESSAGES = 2_500;

  static Stream<Arguments> protocolsAndQos() {
    return Stream.of(false, true)
        .flatMap(mqtt5 -> Stream.of(0, 1, 2).map(qos -> Arguments.of(mqtt5, qos)));
  }

  private static Runs runs(ClientDriverProvider driver, boolean mqtt5, int qos) {
    Runs runs = Runs.of(20, 4, Distribution.PARTITIONS).driver(driver).qos(qos).rate(RATE);
    return mqtt5 ? runs.mqtt5() : runs;
  }

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void theSameScenarioHasTheSameAccountAndOffers(boolean mqtt5, int qos) throws Exception {
    for (ClientDriverProvider driver : DRIVERS) {
      allArrived(driver, runs(driver, mqtt5, qos).accountWithFaults(faults -> {}));
    }
  }

  /** That each driver also sends in time is in {@link RateTruthIT}. */
  private static void allArrived(ClientDriverProvider driver, RunResult result) {
    assertThat(result.driver().name()).isEqualTo(driver.name());
    Messages messages = result.messages();
    assertThat(messages.sent()).as(driver.name()).isEqualTo(MESSAGES);
    assertThat(messages.acknowledged()).isEqualTo(MESSAGES);
    assertThat(messages.received()).isEqualTo(MESSAGES);
    assertThat(messages.lost() + messages.duplicated() + messages.reordered()).isZero();
    assertThat(result.throughput().offeredPerSecond()).isCloseTo(RATE, within(RATE_TOLERANCE));
    Runs.accusesNoBroker(result);
  }

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void theSameFaultsAreFound(boolean mqtt5, int qos) throws Exception {
    List<Messages> accounts = new ArrayList<>();
    for (ClientDriverProvider driver : DRIVERS) {
      RunResult result =
          runs(driver, mqtt5, qos)
              .steady(Duration.ofSeconds(1))
              .drainLimit(Duration.ofSeconds(1))
              .accountWithFaults(
                  faults ->
                      faults
                          .dropDelivery(3, 17)
                          .dropDelivery(9, 70)
                          .duplicateDelivery(0, 5)
                          .duplicateDelivery(7, 60)
                          .duplicateDelivery(7, 61)
                          .swapWithNext(4, 20));
      accounts.add(result.messages());
    }
    assertThat(accounts.get(0).lost()).isEqualTo(2);
    assertThat(accounts.get(0).duplicated()).isEqualTo(3);
    assertThat(accounts.get(0).reordered()).isEqualTo(1);
    assertThat(accounts).containsOnly(accounts.get(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatConsumersMissedInTheirAbsenceArrives(int qos) throws Exception {
    for (ClientDriverProvider driver : DRIVERS) {
      RunResult result =
          Runs.of(10, 4, Distribution.SHARED)
              .driver(driver)
              .qos(qos)
              .persistent(0.5)
              .steady(Duration.ofSeconds(3))
              .drainLimit(Duration.ofSeconds(10))
              .accountWithFaults(faults -> {});
      assertThat(result.messages().lost()).as(driver.name()).isZero();
      assertThat(result.messages().received()).isEqualTo(3_500);
      Runs.accusesNoBroker(result);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void mosquittoGetsTheSameFromAllOfThem(int qos) throws Exception {
    Mosquitto.assumeInstalled();
    for (ClientDriverProvider driver : DRIVERS) {
      try (Broker broker = Mosquitto.start()) {
        allArrived(driver, runs(driver, false, qos).on(broker));
      }
    }
  }

  @Test
  void aFullWindowDelaysMessagesOfEachDriverAndKeepsTheirIntendedTime() throws Exception {
    for (ClientDriverProvider driver : DRIVERS) {
      RunResult result =
          Runs.of(1, 1, Distribution.SINGLE)
              .driver(driver)
              .qos(1)
              .window(10)
              .rate(200)
              .drainLimit(Duration.ofSeconds(10))
              .accountWithFaults(faults -> faults.delayAcknowledgements(Duration.ofMillis(100)));
      assertThat(result.messages().received()).as(driver.name()).isEqualTo(500);
      assertThat(result.latency().of(LatencyKind.SEND_DELAY).maxNanos())
          .isGreaterThan(2_000_000_000L);
    }
  }
}
