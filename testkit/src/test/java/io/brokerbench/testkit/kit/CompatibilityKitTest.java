package io.brokerbench.testkit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.kit.BrokenClaimException;
import io.brokerbench.kit.ClaimCheck;
import io.brokerbench.kit.CompatibilityKit;
import io.brokerbench.kit.KitBroker;
import io.brokerbench.kit.KitResult;
import io.brokerbench.kit.KitRow;
import io.brokerbench.testkit.broker.DeliveryFaults.Damage;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.MessageFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kit finds what a broker does wrong, and says of which claim. */
class CompatibilityKitTest {

  /** Delivers each seventh message twice. */
  private static final class Duplicating extends BrokerKitTest.FaultyBrokerProvider {
    @Override
    public Broker start(BrokerRequest request) throws BrokerException {
      FaultyBroker broker = (FaultyBroker) super.start(request);
      broker.faults().duplicateEvery(7);
      return broker;
    }
  }

  @Test
  void aMessageThatArrivesTwiceIsNamed() throws Exception {
    try (KitBroker broker = KitBroker.start(new Duplicating(), "faulty", 100)) {
      ClaimCheck check = named(broker, "messages of QoS 1");
      assertThat(check.claim()).hasValue(Capability.MQTT_3_1_1);
      assertThatThrownBy(check.proof()::run)
          .isInstanceOf(BrokenClaimException.class)
          .hasMessageContaining("twice: [6, 13, ");
    }
  }

  private static ClaimCheck named(KitBroker broker, String start) {
    return new CompatibilityKit(broker)
        .checks().stream().filter(each -> each.name().startsWith(start)).findFirst().orElseThrow();
  }

  /** Finds one that runs, and assumes that it can do all. */
  private static final class OfOthers extends BrokerKitTest.FaultyBrokerProvider {
    @Override
    public Set<Capability> capabilities() {
      return EnumSet.allOf(Capability.class);
    }

    @Override
    public boolean startsBrokers() {
      return false;
    }
  }

  @Test
  void ofABrokerOfOthersWhatItCanShowIsAsked() throws Exception {
    try (KitBroker broker = KitBroker.start(new OfOthers(), "faulty", 100)) {
      List<KitRow> rows = new CompatibilityKit(broker).run(row -> {});
      assertThat(rows).allMatch(KitRow::holds);
      assertThat(rows.stream().flatMap(row -> row.claim().stream()))
          .contains(
              Capability.MQTT_5, Capability.RETAINED_MESSAGES, Capability.SHARED_SUBSCRIPTIONS)
          .doesNotContain(Capability.TLS, Capability.AMQP, Capability.SURVIVES_KILL);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCheckLeavesNothingOnABrokerOfOthersWhetherItHoldsOrNot(boolean fails) throws Exception {
    try (KitBroker kit = KitBroker.start(new OfOthers(), "faulty", 100)) {
      FaultyBroker others = (FaultyBroker) kit.broker();
      if (fails) {
        others.faults().deliveries().damage(MessageFilter.all(), Damage.EXTENDED);
      }
      List<KitRow> rows = new CompatibilityKit(kit).run(row -> {});
      assertThat(rows.stream().filter(row -> row.holds() != fails))
          .extracting(row -> row.claim().orElse(null))
          .contains(
              Capability.RETAINED_MESSAGES,
              Capability.RETAINED_BY_WILDCARD,
              Capability.PERSISTENT_SESSIONS,
              Capability.QOS_2_REPEATED);
      await().untilAsserted(() -> assertThat(others.sessions()).as("sessions").isEmpty());
      assertThat(others.retained()).as("retained messages").isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"the retained message is kept", "retained messages of all topics"})
  void whatIsRetainedAWhileAfterItIsAcknowledgedIsWaitedFor(String name) throws Exception {
    try (KitBroker kit = KitBroker.start(new OfOthers(), "faulty", 100)) {
      ((FaultyBroker) kit.broker()).faults().storms().delayRetained(Duration.ofMillis(600));
      named(kit, name).proof().run();
    }
  }

  /** Refuses the client that would remove the retained messages. */
  @Test
  void aCleaningThatFailsDoesNotHideTheFailureOfTheCheck() throws Exception {
    try (KitBroker kit = KitBroker.start(new OfOthers(), "faulty", 100)) {
      FaultyBroker others = (FaultyBroker) kit.broker();
      others.faults().deliveries().damage(MessageFilter.all(), Damage.EXTENDED);
      others.faults().refuseEvery(5); // after the four clients of the check
      ClaimCheck check = named(kit, "the retained message is kept");
      assertThatThrownBy(check.proof()::run)
          .isInstanceOf(BrokenClaimException.class)
          .hasMessageStartingWith("to one who has subscribed: ")
          .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
    }
  }

  /** Has a listener for WebSockets. */
  private static final class WebSockets extends BrokerKitTest.FaultyBrokerProvider {
    @Override
    public Set<Capability> capabilities() {
      return Set.of(Capability.MQTT_3_1_1, Capability.MQTT_5, Capability.WEBSOCKET);
    }

    @Override
    public Broker start(BrokerRequest request) {
      return FaultyBroker.builder().webSocket("/mqtt").start();
    }
  }

  /** Wrong ones show the same as none, for which the check would wait half a minute. */
  @Test
  void aSubscriberOnAWebSocketThatGetsWrongMessagesIsNoticed() throws Exception {
    try (KitBroker kit = KitBroker.start(new WebSockets(), "faulty", 100)) {
      ClaimCheck check = named(kit, "messages go over a WebSocket");
      check.proof().run();
      MessageFilter toWebSockets = MessageFilter.all().to(client -> client.endsWith("-websocket"));
      ((FaultyBroker) kit.broker()).faults().deliveries().damage(toWebSockets, Damage.LAST_BYTE);
      assertThatThrownBy(check.proof()::run)
          .isInstanceOf(BrokenClaimException.class)
          .hasMessageContaining("50 before a lesser one");
    }
  }

  @Test
  void aClaimIsShownIfEachOfItsChecksHolds() {
    KitResult result =
        result(
            new KitRow(Optional.of(Capability.QOS_2), "one", Optional.empty()),
            new KitRow(Optional.of(Capability.QOS_2), "two", Optional.of("lost")),
            new KitRow(Optional.of(Capability.MQTT_5), "three", Optional.empty()));
    assertThat(result.shown()).containsExactly(Capability.MQTT_5);
    assertThat(result.broken()).containsExactly(Capability.QOS_2);
    assertThat(result.allHold()).isFalse();
    assertThat(KitResult.CODEC.read(KitResult.CODEC.write(result))).isEqualTo(result);
  }

  private static KitResult result(KitRow... rows) {
    return new KitResult(
        KitResult.SCHEMA,
        "faulty",
        Optional.empty(),
        "Faulty",
        "1",
        Instant.EPOCH,
        List.of(),
        List.of(rows));
  }
}
