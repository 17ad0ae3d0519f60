package io.brokerbench.testkit.kit;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.provider.Arguments;

/** What the parts of the kit share: the broker, and what a subclass says about it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrokerKitBase {

  private Broker broker;
  private int topics;

  /** Starts the broker under test. */
  protected abstract BrokerProvider provider();

  /** What is asked of the provider; its name, if this is not overridden. */
  protected String selector() {
    return provider().name();
  }

  /**
   * Whether the provider starts a process of its own on this machine, as most do. If not, the tests
   * of processes and their logs are skipped.
   */
  protected boolean startsProcess() {
    return true;
  }

  /**
   * Whether a resumed session is announced in CONNACK, as the protocol demands. To be overridden,
   * with a word why, for a product that keeps sessions and does not say so.
   */
  protected boolean announcesSessions() {
    return true;
  }

  /**
   * Whether messages that were kept for a client arrive in the order in which they were sent, as
   * the protocol demands. To be overridden, with a word why, for a product that mixes them up.
   */
  protected boolean keepsOrderOfStoredMessages() {
    return true;
  }

  /** Messages that a session has to keep while its client is away. */
  protected int burst() {
    return 20_000;
  }

  /**
   * A broker that can be killed and started again. To be overridden where {@link
   * Capability#SURVIVES_KILL} is claimed: without it, the claim fails for want of proof.
   */
  protected Optional<RestartableBroker> startRestartable()
      throws BrokerException, InterruptedException {
    return Optional.empty();
  }

  @BeforeAll
  final void startBroker() throws BrokerException, InterruptedException {
    BrokerRequest request = BrokerRequest.of(selector());
    request = claims(Capability.WEBSOCKET) ? request.withWebSocket() : request;
    broker = provider().start(claims(Capability.AMQP) ? request.withAmqp() : request);
  }

  @AfterAll
  final void closeBroker() {
    if (broker != null) {
      broker.close();
    }
  }

  /** The broker that the tests of messages share. */
  final Broker broker() {
    return broker;
  }

  final List<Protocol> protocols() {
    List<Protocol> claimed = new ArrayList<>();
    if (claims(Capability.MQTT_3_1_1)) {
      claimed.add(Protocol.MQTT_3_1_1);
    }
    if (claims(Capability.MQTT_5)) {
      claimed.add(Protocol.MQTT_5);
    }
    return claimed;
  }

  final Stream<Arguments> protocolsAndQos() {
    int highest = claims(Capability.QOS_2) ? 2 : 1;
    return protocols().stream()
        .flatMap(p -> IntStream.rangeClosed(0, highest).mapToObj(qos -> Arguments.of(p, qos)));
  }

  final boolean claims(Capability capability) {
    return provider().capabilities().contains(capability);
  }

  final void assumeClaimed(Capability capability) {
    assumeThat(claims(capability)).as("claims " + capability.title()).isTrue();
  }

  final KitMqtt client(Protocol protocol, String topic, String role) {
    return KitMqtt.of(protocol, endpoint(broker), clientId(topic, role));
  }

  static String clientId(String topic, String role) {
    return topic.replace('/', '-') + "-" + role;
  }

  /** Its first listener: that for MQTT, if it speaks that. */
  static Endpoint endpoint(Broker broker) {
    return broker
        .endpoint(Endpoint.Listener.MQTT)
        .orElseGet(() -> broker.endpoint(Endpoint.Listener.AMQP).orElseThrow());
  }

  final String newTopic() {
    return "kit/" + ++topics;
  }
}
