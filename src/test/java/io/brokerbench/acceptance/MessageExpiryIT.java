package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A message that a broker may drop is no loss, and one that it may not is. */
class MessageExpiryIT {

  private static Scenario expiring(Runs runs, Duration expiry) {
    Scenario scenario = runs.qos(1).mqtt5().rate(200).scenario();
    return scenario.withSession(
        scenario
            .session()
            .withMqtt5(Optional.of(Mqtt5Settings.NONE.withMessageExpiry(Optional.of(expiry)))));
  }

  private static RunResult run(Scenario scenario, Broker broker) throws Exception {
    return Runs.on(broker, scenario);
  }

  /**
   * Consumers are away for a third of the run, and Mosquitto drops what expires meanwhile. It
   * counts whole seconds, and a busy machine may let clients leave late.
   */
  @Test
  void whatExpiresWhileConsumersAreAwayIsCountedApart() throws Exception {
    Mosquitto.assumeInstalled();
    Runs runs =
        Runs.of(10, 2, Distribution.PARTITIONS)
            .persistent(1)
            .steady(Duration.ofSeconds(12))
            .drainLimit(Duration.ofSeconds(10));
    try (Broker broker = Mosquitto.start()) {
      Messages messages = notBroken(run(expiring(runs, Duration.ofSeconds(1)), broker)).messages();
      assertThat(messages.expired().orElseThrow()).isPositive();
      assertThat(messages.lost()).isZero();
      assertThat(messages.received() + messages.expired().orElseThrow())
          .isEqualTo(messages.expected());
    }
  }

  private static RunResult notBroken(RunResult result) {
    assertThat(result.verdict().status()).isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    assertThat(String.join("; ", result.verdict().reasons()))
        .contains("deliveries were not made before their messages expired, after 1s")
        .as("what has expired does not wait")
        .doesNotContain("fell behind");
    return result;
  }

  /** It delivers all, also what is late, so that none may count as expired. */
  @Test
  void nothingExpiresOnABrokerThatDropsNothing() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      Messages messages = run(expiring(keptUp(), Duration.ofSeconds(2)), broker).messages();
      assertThat(messages.expired()).hasValue(0);
      assertThat(messages.received()).isEqualTo(messages.expected()).isPositive();
    }
  }

  /** A machine that stands still for two seconds makes Mosquitto drop some, by right. */
  @Test
  void whatComesInTimeIsReceivedAndTheRestHasExpired() throws Exception {
    Mosquitto.assumeInstalled();
    try (Broker broker = Mosquitto.start()) {
      Messages messages = run(expiring(keptUp(), Duration.ofSeconds(2)), broker).messages();
      assertThat(messages.lost()).isZero();
      assertThat(messages.received()).isPositive();
      assertThat(messages.received() + messages.expired().orElseThrow())
          .isEqualTo(messages.expected());
    }
  }

  private static Runs keptUp() {
    return Runs.of(10, 2, Distribution.PARTITIONS).drainLimit(Duration.ofSeconds(20));
  }

  /** The saboteur: what it withholds had not expired, however long the run goes on. */
  @Test
  void aWithheldMessageIsLostThoughItsExpiryHasPassedByTheEnd() throws Exception {
    Runs runs =
        Runs.of(10, 2, Distribution.PARTITIONS)
            .steady(Duration.ofSeconds(8))
            .drainLimit(Duration.ofSeconds(10));
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().dropEvery(97);
      RunResult result = run(expiring(runs, Duration.ofSeconds(3)), broker);
      long dropped = broker.counters().deliveriesDropped();
      assertThat(dropped).isEqualTo(result.messages().expected() / 97).isPositive();
      assertThat(result.messages().lost()).isEqualTo(dropped);
      assertThat(result.messages().expired()).hasValue(0);
      assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    }
  }
}
