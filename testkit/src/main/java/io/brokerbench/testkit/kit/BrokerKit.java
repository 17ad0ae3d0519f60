package io.brokerbench.testkit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.testkit.kit.KitMqtt.Arrival;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Proves that a broker is what it claims to be: a provider that starts brokers is done when this
 * passes.
 *
 * <pre>
 * class ArtemisBrokerIT extends BrokerKit {
 *   &#64;Override
 *   protected BrokerProvider provider() {
 *     return new ArtemisProvider();
 *   }
 * }
 * </pre>
 *
 * <p>Tests of a capability that is not claimed are skipped; a claim that is not kept fails. One
 * broker is started for all tests of messages, and one more for each of the tests of TLS and of how
 * brokers end. Messages go through a client library that shares no code with our drivers.
 */
public abstract class BrokerKit extends BrokerJmsKit {

  /** Some brokers give bursts to one member: the other one has to have its share in the end. */
  private static final int MOST_SHARED = 20_000;

  private static final int ROUND_OF_SHARED = 1_000;

  /** For subclasses. */
  protected BrokerKit() {}

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("protocolsAndQos")
  void messagesArriveOnceAndInOrder(Protocol protocol, int qos) {
    String topic = newTopic();
    try (KitMqtt subscriber = client(protocol, topic, "subscriber").connected();
        KitMqtt publisher = client(protocol, topic, "publisher").connected()) {
      subscriber.subscribe(topic, qos);
      publisher.publishNumbers(topic, qos, 0, 500);
      NumberedMessages.assertOnceInOrder(subscriber.take(500), 500);
      assertThat(subscriber.poll(100)).isEmpty();
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("protocols")
  void messagesGoOverAWebSocket(Protocol protocol) {
    assumeClaimed(Capability.WEBSOCKET);
    Endpoint endpoint =
        broker()
            .endpoint(Endpoint.Listener.WS)
            .orElseThrow(
                () -> new AssertionError("WEBSOCKET is claimed, and there is no listener"));
    String topic = newTopic();
    try (KitMqtt subscriber = client(protocol, topic, "subscriber").connected();
        KitMqtt publisher =
            KitMqtt.of(protocol, endpoint, clientId(topic, "publisher")).connected()) {
      subscriber.subscribe(topic, 1);
      publisher.publishNumbers(topic, 1, 0, 100);
      NumberedMessages.assertOnceInOrder(subscriber.take(100), 100);
    }
  }

  @Test
  void aQos2MessageThatIsSentAgainArrivesOnce() throws IOException {
    assumeClaimed(Capability.QOS_2_REPEATED);
    assumeClaimed(Capability.MQTT_3_1_1);
    String topic = newTopic();
    arrivesOnce(
        topic,
        () -> {
          try (RepeatingQos2Publisher stutter = stutter(topic)) {
            stutter.publish(topic, "once", false);
            stutter.publish(topic, "once", true);
            stutter.release();
          }
        });
  }

  @Test
  void aQos2MessageThatIsSentAgainOnAResumedSessionArrivesOnce() throws IOException {
    assumeClaimed(Capability.QOS_2_REPEATED);
    assumeClaimed(Capability.MQTT_3_1_1);
    assumeClaimed(Capability.PERSISTENT_SESSIONS);
    String topic = newTopic();
    arrivesOnce(
        topic,
        () -> {
          try (RepeatingQos2Publisher stutter = stutter(topic)) {
            stutter.publish(topic, "once", false);
          }
          try (RepeatingQos2Publisher resumed = stutter(topic)) {
            resumed.publish(topic, "once", true);
            resumed.release();
          }
        });
  }

  /** Something that talks to a socket. */
  private interface Conversation {
    void hold() throws IOException;
  }

  private void arrivesOnce(String topic, Conversation publishing) throws IOException {
    Protocol protocol = Protocol.MQTT_3_1_1;
    try (KitMqtt subscriber = client(protocol, topic, "subscriber").connected();
        KitMqtt publisher = client(protocol, topic, "publisher").connected()) {
      subscriber.subscribe(topic, 2);
      publishing.hold();
      KitMqtt.await(publisher.publish(topic, 2, false, "last"));
      assertThat(subscriber.take(2)).containsExactly("once", "last");
    }
  }

  private RepeatingQos2Publisher stutter(String topic) throws IOException {
    return RepeatingQos2Publisher.connect(endpoint(broker()), clientId(topic, "stutter"));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("protocols")
  void theRetainedMessageIsKeptUntilItIsRemoved(Protocol protocol) {
    assumeClaimed(Capability.RETAINED_MESSAGES);
    String topic = newTopic();
    try (KitMqtt publisher = client(protocol, topic, "publisher").connected();
        KitMqtt early = client(protocol, topic, "early").connected();
        KitMqtt late = client(protocol, topic, "late").connected()) {
      KitMqtt.await(publisher.publish(topic, 1, true, "old"));
      KitMqtt.await(publisher.publish(topic, 1, true, "new"));
      early.subscribe(topic, 1);
      assertThat(early.poll(KitMqtt.PATIENCE_SECONDS * 1_000)).hasValue(new Arrival("new", true));

      KitMqtt.await(publisher.publish(topic, 1, true, ""));
      late.subscribe(topic, 1);
      KitMqtt.await(publisher.publish(topic, 1, false, "live"));
      assertThat(late.take(1)).containsExactly("live");
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("protocols")
  void aSharedSubscriptionGivesEachMessageToOneMember(Protocol protocol) {
    assumeClaimed(Capability.SHARED_SUBSCRIPTIONS);
    String topic = newTopic();
    try (KitMqtt publisher = client(protocol, topic, "publisher").connected();
        KitMqtt one = client(protocol, topic, "one").connected();
        KitMqtt two = client(protocol, topic, "two").connected()) {
      one.subscribe("$share/group/" + topic, 1);
      two.subscribe("$share/group/" + topic, 1);
      List<String> byOne = new ArrayList<>();
      List<String> byTwo = new ArrayList<>();
      int sent = 0;
      while (sent < MOST_SHARED && (byOne.isEmpty() || byTwo.isEmpty())) {
        publisher.publishNumbers(topic, 1, sent, sent + ROUND_OF_SHARED);
        sent += ROUND_OF_SHARED;
        int expected = sent;
        await()
            .atMost(Duration.ofSeconds(KitMqtt.PATIENCE_SECONDS))
            .until(
                () -> {
                  one.drainTo(byOne);
                  two.drainTo(byTwo);
                  return byOne.size() + byTwo.size() >= expected;
                });
      }
      assertThat(byOne).as("messages of one member").isNotEmpty();
      assertThat(byTwo).as("messages of the other member").isNotEmpty();
      byOne.addAll(byTwo);
      NumberedMessages.assertOnce(byOne, sent);
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("protocols")
  void aPersistentSessionKeepsABurstOfMessages(Protocol protocol) {
    assumeClaimed(Capability.PERSISTENT_SESSIONS);
    String topic = newTopic();
    try (KitMqtt publisher = client(protocol, topic, "publisher").connected()) {
      KitMqtt subscriber = client(protocol, topic, "subscriber");
      assertThat(subscriber.connect(true)).isFalse();
      subscriber.subscribe(topic, 1);
      subscriber.close();
      publisher.publishNumbers(topic, 1, 0, burst());

      KitMqtt again = client(protocol, topic, "subscriber");
      assertThat(again.connect(true)).isEqualTo(announcesSessions());
      assertKept(again.take(burst()), burst());
      again.close();
      client(protocol, topic, "subscriber").connected().close();
    }
  }

  @Test
  void acknowledgedMessagesSurviveAKill() throws BrokerException, InterruptedException {
    assumeClaimed(Capability.SURVIVES_KILL);
    assumeThat(protocols()).isNotEmpty();
    try (RestartableBroker restartable =
        startRestartable()
            .orElseThrow(
                () ->
                    new AssertionError(
                        "SURVIVES_KILL is claimed and cannot be proved: override"
                            + " startRestartable"))) {
      Protocol protocol = protocols().get(0);
      Endpoint before = endpoint(restartable.broker());
      KitMqtt subscriber = KitMqtt.of(protocol, before, "kit-survivor");
      subscriber.connect(true);
      subscriber.subscribe("kit/kill", 1);
      subscriber.close();
      KitMqtt publisher = KitMqtt.of(protocol, before, "kit-kill-publisher").connected();
      publisher.publishNumbers("kit/kill", 1, 0, 1_000);
      restartable.killAndRestart();

      try (KitMqtt again = KitMqtt.of(protocol, endpoint(restartable.broker()), "kit-survivor")) {
        assertThat(again.connect(true)).isEqualTo(announcesSessions());
        assertKept(again.take(1_000), 1_000);
      }
    }
  }

  private void assertKept(List<String> arrived, int count) {
    if (keepsOrderOfStoredMessages()) {
      NumberedMessages.assertOnceInOrder(arrived, count);
    } else {
      NumberedMessages.assertOnce(arrived, count);
    }
  }
}
