package io.brokerbench.containers.remote;

import io.brokerbench.containers.JmsTopics;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code mqtt://host[:port]} and its like: checks that a broker answers there. With {@code pid},
 * the process of that number on this machine is taken for the broker's and measured. Each address
 * is a node.
 */
public final class RemoteProvider implements BrokerProvider {

  /** What a broker does not have that only clients of JMS reach. */
  private static final Set<Capability> OF_MQTT =
      EnumSet.of(
          Capability.MQTT_3_1_1,
          Capability.MQTT_5,
          Capability.QOS_2,
          Capability.QOS_2_REPEATED,
          Capability.RETAINED_MESSAGES,
          Capability.RETAINED_BY_WILDCARD,
          Capability.SHARED_SUBSCRIPTIONS,
          Capability.PERSISTENT_SESSIONS,
          Capability.VIRTUAL_TOPICS);

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final UnaryOperator<String> environment;

  /** Whether it is known of an address that it has no listener for MQTT. */
  private final boolean onlyJms;

  /** For the service loader. */
  public RemoteProvider() {
    this(System::getenv);
  }

  RemoteProvider(UnaryOperator<String> environment) {
    this(environment, false);
  }

  private RemoteProvider(UnaryOperator<String> environment, boolean onlyJms) {
    this.environment = environment;
    this.onlyJms = onlyJms;
  }

  @Override
  public String name() {
    return onlyJms ? "an address without a listener for MQTT" : "mqtt://HOST[:PORT]";
  }

  @Override
  public String description() {
    return "a broker that runs already, of which all of MQTT is assumed; also mqtts://,"
        + " mqtt+psk://, ws:// and wss://; several addresses with commas between, and"
        + " ?roles=..., for a cluster or a pair; ?product=NAME says which, ?pid=PID to"
        + " measure its process, ?mqtts=PORT for TLS beside it, ?amqp=PORT, ?openwire=PORT,"
        + " ?core=PORT or ?jms=PORT for JMS";
  }

  @Override
  public boolean accepts(String selector) {
    return RemoteAddress.isOne(selector);
  }

  @Override
  public boolean startsBrokers() {
    return false;
  }

  /** Checks the address, and knows whether it is one of JMS alone. */
  @Override
  public BrokerProvider of(String selector) {
    try {
      RemoteAddress address = RemoteAddress.parse(selector);
      new RemoteNodes(address);
      return address.hasMqtt() ? this : new RemoteProvider(environment, true);
    } catch (DefinitionException e) {
      throw new DefinitionException(selector + ": " + e.getMessage(), e);
    }
  }

  /** Its capabilities are unknown, so all that MQTT has; but it is not ours to kill. */
  @Override
  public Set<Capability> capabilities() {
    Set<Capability> all = EnumSet.complementOf(EnumSet.of(Capability.SURVIVES_KILL));
    if (onlyJms) {
      all.removeAll(OF_MQTT);
    }
    return all;
  }

  @Override
  public Broker start(BrokerRequest request) throws BrokerException {
    RemoteAddress address;
    RemoteNodes said;
    Access access;
    TopicMapping topics;
    BrokerIdentity identity;
    try {
      address = RemoteAddress.parse(request.selector());
      said = new RemoteNodes(address);
      access = new RemoteAccess(address.query(), environment).read();
      topics =
          JmsTopics.named(address.query().text("amqp-topics").orElse(JmsTopics.ARTEMIS.name()));
      identity = identity(address, request.selector());
      check(address, access, request);
    } catch (DefinitionException e) {
      throw new DefinitionException(request.selector() + ": " + e.getMessage(), e);
    }
    List<ProcessHandle> processes = processes(address.query().pids());
    List<Integer> order = said.isPair() ? firstAnswering(said, access) : allAnswering(said, access);
    return new RemoteBroker(
        identity,
        said.endpoints(order),
        access,
        capabilities(address),
        processes,
        topics,
        order.stream().map(index -> said.node(index, access, processes)).toList(),
        !said.isPair());
  }

  private static List<Integer> allAnswering(RemoteNodes said, Access access)
      throws BrokerException {
    for (Endpoint endpoint : said.address().endpoints()) {
      RemoteProbe.ask(endpoint, access, TIMEOUT);
    }
    return said.order();
  }

  /** Of a pair, clients begin with the node that is active. */
  private static List<Integer> firstAnswering(RemoteNodes said, Access access)
      throws BrokerException {
    List<Integer> order = said.order();
    List<BrokerException> failures = new ArrayList<>();
    for (int index : order) {
      try {
        RemoteProbe.ask(said.address().addresses().get(index), access, TIMEOUT);
        Collections.swap(order, 0, failures.size());
        return order;
      } catch (BrokerException e) {
        failures.add(e);
      }
    }
    throw new BrokerException(
        "no node of the pair answers: "
            + failures.stream().map(Exception::getMessage).collect(Collectors.joining("; ")),
        failures.get(0));
  }

  /** No broker reports its name over MQTT, so the user has to name it. */
  private static BrokerIdentity identity(RemoteAddress address, String selector) {
    RemoteQuery query = address.query();
    String unnamed = address.hasMqtt() ? "MQTT broker" : "JMS broker";
    return new BrokerIdentity(
        query.name("product").orElse(unnamed),
        query.name("version").orElse("unknown"),
        Origin.REMOTE,
        selector);
  }

  private static void check(RemoteAddress address, Access access, BrokerRequest request) {
    if (request.port().isPresent()) {
      throw new DefinitionException("it runs already, so no port can be chosen for it");
    }
    if (address.has(Listener.MQTT_PSK) && access.psk().isEmpty()) {
      throw new DefinitionException(
          "a pre-shared key needs psk-identity=NAME and psk-file=FILE, which has it in hexadecimal"
              + " digits");
    }
    requireListener(address, request.security());
    if (request.webSocket() && !capabilities(address).contains(Capability.WEBSOCKET)) {
      throw new DefinitionException(
          "WebSocket is needed, and no listener has it; ws:// and wss:// are addresses of some");
    }
    for (JmsProtocol protocol : JmsProtocol.values()) {
      if (request.needs(protocol) && !address.speaks(protocol)) {
        String name = protocol.plain().scheme();
        throw new DefinitionException(
            "%s is needed, and no listener has it; name it with %s=PORT or %s=HOST:PORT"
                .formatted(protocol.capability().title(), name, name));
      }
    }
  }

  private static void requireListener(RemoteAddress address, Security security) {
    security
        .cipher()
        .map(RequiredCapabilities::of)
        .filter(needed -> !capabilities(address).contains(needed))
        .ifPresent(
            needed -> {
              throw new DefinitionException(
                  "%s is needed, and no listener has it; name its port with %s=PORT"
                      .formatted(needed.title(), needed == Capability.TLS ? "mqtts" : "psk"));
            });
  }

  private static Set<Capability> capabilities(RemoteAddress address) {
    Set<Capability> capabilities = EnumSet.allOf(Capability.class);
    capabilities.remove(Capability.SURVIVES_KILL);
    boolean secured = address.has(Listener.MQTTS) || address.has(Listener.WSS);
    if (!address.hasMqtt()) {
      capabilities.removeAll(OF_MQTT);
      secured = Stream.of(JmsProtocol.values()).map(JmsProtocol::secured).anyMatch(address::has);
    }
    if (!secured) {
      capabilities.remove(Capability.TLS);
    }
    if (!address.has(Listener.WS) && !address.has(Listener.WSS)) {
      capabilities.remove(Capability.WEBSOCKET);
    }
    List<JmsProtocol> missing =
        Stream.of(JmsProtocol.values()).filter(protocol -> !address.speaks(protocol)).toList();
    missing.forEach(protocol -> capabilities.remove(protocol.capability()));
    if (missing.size() == JmsProtocol.values().length) {
      capabilities.remove(Capability.JMS_SHARED);
      capabilities.remove(Capability.VIRTUAL_TOPICS);
    }
    if (!address.has(Listener.MQTT_PSK)) {
      capabilities.remove(Capability.TLS_PSK);
    }
    return capabilities;
  }

  private static List<ProcessHandle> processes(List<Long> pids) throws BrokerException {
    List<ProcessHandle> processes = new ArrayList<>();
    for (long pid : pids) {
      processes.add(
          ProcessHandle.of(pid)
              .filter(ProcessHandle::isAlive)
              .orElseThrow(
                  () ->
                      new BrokerException(
                          "pid " + pid + ": there is no such process on this machine")));
    }
    return processes;
  }
}
