package io.brokerbench.kit;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Deviation;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.util.ArrayList;
import java.util.List;

/**
 * What the checks are made on: one broker that all tests of messages share, and others for those of
 * TLS, of kills and of ends.
 */
public final class KitBroker implements AutoCloseable {

  private final BrokerProvider provider;
  private final String selector;
  private final int burst;
  private final Broker broker;
  private int topics;

  private KitBroker(BrokerProvider provider, String selector, int burst, Broker broker) {
    this.provider = provider;
    this.selector = selector;
    this.burst = burst;
    this.broker = broker;
  }

  /**
   * Starts the broker that the checks share.
   *
   * @param provider that of the selector
   * @param burst messages that a session has to keep while its client is away
   * @throws BrokerException if it does not start
   */
  public static KitBroker start(BrokerProvider provider, String selector, int burst)
      throws BrokerException, InterruptedException {
    BrokerRequest request = BrokerRequest.of(selector);
    if (provider.capabilities().contains(Capability.WEBSOCKET)) {
      request = request.withWebSocket();
    }
    if (provider.capabilities().contains(Capability.DELIVERY_DELAY)) {
      request = request.withDeliveryDelay();
    }
    for (JmsProtocol protocol : JmsProtocol.values()) {
      if (provider.capabilities().contains(protocol.capability())) {
        request = request.withJms(protocol);
      }
    }
    return new KitBroker(provider, selector, burst, provider.start(request));
  }

  /** The broker that the tests of messages share. */
  public Broker broker() {
    return broker;
  }

  BrokerProvider provider() {
    return provider;
  }

  String selector() {
    return selector;
  }

  int burst() {
    return burst;
  }

  /** Another one, on its own. */
  Broker another() throws BrokerException, InterruptedException {
    return provider.start(BrokerRequest.of(selector));
  }

  /** Another one, with a listener for one cipher suite. */
  Broker another(CipherSuite cipher) throws BrokerException, InterruptedException {
    return provider.start(BrokerRequest.of(selector).withSecurity(Security.ofAll(cipher)));
  }

  boolean claims(Capability capability) {
    return provider.capabilities().contains(capability);
  }

  boolean deviates(Deviation deviation) {
    return provider.deviations().contains(deviation);
  }

  /** Whether its process is on this machine and can be seen. */
  boolean hasProcess() {
    return broker.pid().isPresent();
  }

  /** The versions of MQTT that it claims. */
  List<Protocol> protocols() {
    List<Protocol> claimed = new ArrayList<>();
    if (claims(Capability.MQTT_3_1_1)) {
      claimed.add(Protocol.MQTT_3_1_1);
    }
    if (claims(Capability.MQTT_5)) {
      claimed.add(Protocol.MQTT_5);
    }
    return claimed;
  }

  static Capability claimOf(Protocol protocol) {
    return protocol == Protocol.MQTT_5 ? Capability.MQTT_5 : Capability.MQTT_3_1_1;
  }

  KitMqtt client(Protocol protocol, String topic, String role) {
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

  /** A listener that a claim requires. */
  static Endpoint endpoint(Broker broker, Endpoint.Listener listener) {
    return broker
        .endpoint(listener)
        .orElseThrow(
            () -> new BrokenClaimException("there is no listener for " + listener.scheme()));
  }

  String newTopic() {
    return "kit/" + ++topics;
  }

  /** Checks messages of one publisher that a client got at once. */
  void requireDelivered(List<String> arrived, int count) {
    if (deviates(Deviation.REORDERS_MESSAGES)) {
      NumberedMessages.requireOnce(arrived, count);
    } else {
      NumberedMessages.requireOnceInOrder(arrived, count);
    }
  }

  /** Checks messages that were kept for a client. */
  void requireKept(List<String> arrived, int count) {
    if (deviates(Deviation.REORDERS_STORED_MESSAGES)) {
      NumberedMessages.requireOnce(arrived, count);
    } else {
      requireDelivered(arrived, count);
    }
  }

  /** Checks what CONNACK says of a session that was resumed. */
  void requireAnnounced(boolean present) {
    BrokenClaimException.requireEqual(
        "session present in CONNACK", present, !deviates(Deviation.SILENT_ABOUT_SESSIONS));
  }

  @Override
  public void close() {
    broker.close();
  }
}
