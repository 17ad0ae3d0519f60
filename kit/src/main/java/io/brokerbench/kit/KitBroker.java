package io.brokerbench.kit;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Deviation;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What the checks are made on: one broker that all tests of messages share, and others for those of
 * TLS, of kills and of ends.
 */
public final class KitBroker implements AutoCloseable {

  private static final int ROOT_LENGTH = 8;

  /** What only a broker shows that is started for it. */
  private static final Set<Capability> OF_ANOTHER =
      EnumSet.of(
          Capability.TLS,
          Capability.TLS_PSK,
          Capability.HIGH_AVAILABILITY,
          Capability.SURVIVES_KILL);

  /** What is asked over AMQP. */
  private static final Set<Capability> OVER_AMQP =
      EnumSet.of(Capability.JMS_SHARED, Capability.VIRTUAL_TOPICS, Capability.DELIVERY_DELAY);

  private final BrokerProvider provider;
  private final String selector;
  private final int burst;
  private final Broker broker;
  private final Set<Capability> claims;
  private final String root;
  private final List<KitLibrary> libraries;
  private int topics;

  private KitBroker(
      BrokerProvider provider,
      String selector,
      int burst,
      Broker broker,
      Set<Capability> claims,
      String root,
      List<KitLibrary> libraries) {
    this.provider = provider;
    this.selector = selector;
    this.burst = burst;
    this.broker = broker;
    this.claims = claims;
    this.root = root;
    this.libraries = List.copyOf(libraries);
  }

  /**
   * A broker that is asked by the kit's own clients alone; see {@link #start(BrokerProvider,
   * String, int, List)}.
   *
   * @throws BrokerException if it does not start, or answer
   */
  public static KitBroker start(BrokerProvider provider, String selector, int burst)
      throws BrokerException, InterruptedException {
    return start(provider, selector, burst, List.of());
  }

  /**
   * Starts the broker that the checks share, or finds the one that others run. Of that, what is
   * asked is what needs neither TLS nor a broker of its own; its topics are below a root of this
   * check.
   *
   * @param provider that of the selector
   * @param burst messages that a session has to keep while its client is away
   * @param libraries clients of JMS that ask it besides those of the kit, one of each protocol
   * @throws BrokerException if it does not start, or answer
   * @throws DefinitionException if others run it, and no listener without TLS is named for MQTT,
   *     AMQP, or what a library speaks
   */
  public static KitBroker start(
      BrokerProvider provider, String selector, int burst, List<KitLibrary> libraries)
      throws BrokerException, InterruptedException {
    if (!provider.startsBrokers()) {
      Broker others = provider.start(BrokerRequest.of(selector));
      try {
        return new KitBroker(
            provider,
            selector,
            burst,
            others,
            askable(selector, others, libraries),
            "kit/" + UUID.randomUUID().toString().substring(0, ROOT_LENGTH),
            libraries);
      } catch (DefinitionException e) {
        others.close();
        throw e;
      }
    }
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
    Broker own = provider.start(request);
    return new KitBroker(provider, selector, burst, own, own.capabilities(), "kit", libraries);
  }

  private static Set<Capability> askable(
      String selector, Broker broker, List<KitLibrary> libraries) {
    boolean byLibrary =
        libraries.stream().anyMatch(each -> broker.endpoint(each.protocol().plain()).isPresent());
    if (broker.endpoint(Listener.MQTT).isEmpty()
        && broker.endpoint(Listener.AMQP).isEmpty()
        && !byLibrary) {
      throw new DefinitionException(
          selector
              + ": a check asks over mqtt:// or amqp://, without TLS, or by a client of JMS that is"
              + " named (--driver); it has none of these");
    }
    Set<Capability> claims = EnumSet.noneOf(Capability.class);
    claims.addAll(broker.capabilities());
    claims.removeAll(OF_ANOTHER);
    if (broker.endpoint(Listener.WS).isEmpty() && broker.endpoint(Listener.WSS).isPresent()) {
      claims.remove(Capability.WEBSOCKET);
    }
    for (JmsProtocol protocol : JmsProtocol.values()) {
      if (broker.endpoint(protocol.plain()).isEmpty()
          && broker.endpoint(protocol.secured()).isPresent()) {
        claims.remove(protocol.capability());
      }
    }
    if (!claims.contains(Capability.AMQP)) {
      claims.removeAll(OVER_AMQP);
    }
    if (broker.access().login().isPresent()) {
      claims.remove(Capability.QOS_2_REPEATED); // its client has no login
    }
    return claims;
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

  /** Another one, on its own, for JMS clients that speak a protocol. */
  Broker another(JmsProtocol protocol) throws BrokerException, InterruptedException {
    return provider.start(BrokerRequest.of(selector).withJms(protocol));
  }

  /** Another one, on its own. */
  Broker another() throws BrokerException, InterruptedException {
    return provider.start(BrokerRequest.of(selector));
  }

  /** Another one, with a listener for one cipher suite. */
  Broker another(CipherSuite cipher) throws BrokerException, InterruptedException {
    return provider.start(BrokerRequest.of(selector).withSecurity(Security.ofAll(cipher)));
  }

  /** The same, with a listener for JMS clients that speak a protocol. */
  Broker another(CipherSuite cipher, JmsProtocol protocol)
      throws BrokerException, InterruptedException {
    return provider.start(
        BrokerRequest.of(selector).withSecurity(Security.ofAll(cipher)).withJms(protocol));
  }

  /** The same as the first, with listeners for WebSockets. */
  Broker anotherWithWebSocket(CipherSuite cipher) throws BrokerException, InterruptedException {
    return provider.start(
        BrokerRequest.of(selector).withSecurity(Security.ofAll(cipher)).withWebSocket());
  }

  boolean claims(Capability capability) {
    return claims.contains(capability);
  }

  /** All that it claims, as far as it can be asked. */
  public Set<Capability> claims() {
    return claims;
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
    return client(protocol, endpoint(broker), topic, role);
  }

  /** One that connects to another listener of it. */
  KitMqtt client(Protocol protocol, Endpoint endpoint, String topic, String role) {
    return KitMqtt.of(protocol, endpoint, clientId(topic, role), broker.access().login());
  }

  /** The client that speaks a protocol of JMS; empty for AMQP, and where none was given. */
  Optional<KitLibrary> library(JmsProtocol protocol) {
    return libraries.stream().filter(each -> each.protocol() == protocol).findFirst();
  }

  /**
   * A client of JMS.
   *
   * @param of the broker that it connects to: the shared one, or another
   * @param clientId null for none
   */
  KitJms jms(JmsProtocol protocol, Broker of, String clientId) {
    Endpoint endpoint = endpoint(of, protocol.plain());
    Optional<Login> login = of.access().login();
    return library(protocol)
        .map(own -> KitJms.connect(own, endpoint, clientId, login))
        .orElseGet(() -> KitJms.connect(endpoint, clientId, login));
  }

  static String clientId(String topic, String role) {
    return topic.replace('/', '-') + "-" + role;
  }

  /** Its first listener: that for MQTT, if it speaks that. */
  static Endpoint endpoint(Broker broker) {
    return broker.endpoint(Listener.MQTT).orElseGet(() -> broker.endpoints().get(0));
  }

  /** A listener that a claim requires. */
  static Endpoint endpoint(Broker broker, Listener listener) {
    return broker
        .endpoint(listener)
        .orElseThrow(
            () -> new BrokenClaimException("there is no listener for " + listener.scheme()));
  }

  String newTopic() {
    return root + "/" + ++topics;
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
