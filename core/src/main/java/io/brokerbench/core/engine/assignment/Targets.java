package io.brokerbench.core.engine.assignment;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Transport;
import io.brokerbench.core.security.CipherSuite;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Chooses the listeners of a broker that clients of a scenario connect to. */
public final class Targets {

  private static final List<Listener> PLAIN =
      List.of(Listener.MQTT, Listener.WS, Listener.MQTTS, Listener.WSS);
  private static final List<Listener> SECURED = List.of(Listener.MQTTS, Listener.WSS);

  private final Broker broker;
  private final Optional<Transport> transport;
  private final JmsProtocol jms;

  /**
   * For a broker that runs, and JMS clients that speak AMQP.
   *
   * @param transport the only one that will do; empty for any, TCP first
   */
  public Targets(Broker broker, Optional<Transport> transport) {
    this(broker, transport, JmsProtocol.AMQP);
  }

  /**
   * For a broker that runs.
   *
   * @param transport the only one of MQTT that will do; empty for any, TCP first
   * @param jms what clients of JMS speak
   */
  public Targets(Broker broker, Optional<Transport> transport, JmsProtocol jms) {
    this.broker = broker;
    this.transport = transport;
    this.jms = jms;
  }

  /**
   * The endpoints for the publishers of a scenario.
   *
   * @throws RunException if the broker has none
   */
  public Target publishing(Scenario scenario) throws RunException {
    return of(
        broker.endpoints(), scenario.session().protocol(), scenario.security().ofPublishers());
  }

  /**
   * The endpoints for the consumers of a scenario.
   *
   * @throws RunException if the broker has none
   */
  public Target consuming(Scenario scenario) throws RunException {
    return of(
        broker.consumerEndpoints(),
        scenario.session().consumerProtocol(),
        scenario.security().ofConsumers());
  }

  private Target of(List<Endpoint> all, Protocol protocol, Optional<CipherSuite> cipher)
      throws RunException {
    if (protocol != Protocol.JMS) {
      return first(all, wanted(cipher), cipher);
    }
    return first(all, jms.listeners(cipher.isPresent()), cipher);
  }

  /**
   * The endpoints for connections of MQTT with a cipher suite, or without one.
   *
   * <p>Without one, a broker that has nothing but protected listeners is reached over those, with
   * what both sides agree on. Those of several nodes are alternatives, unless they share the load.
   *
   * @throws RunException if the broker has none
   */
  public Target of(Optional<CipherSuite> cipher) throws RunException {
    return first(broker.endpoints(), wanted(cipher), cipher);
  }

  private Target first(List<Endpoint> all, List<Listener> wanted, Optional<CipherSuite> cipher)
      throws RunException {
    for (Listener listener : wanted) {
      List<Endpoint> endpoints = all.stream().filter(e -> e.listener() == listener).toList();
      if (!endpoints.isEmpty()) {
        boolean failover =
            !broker.nodes().isEmpty() && endpoints.size() > 1 && !broker.sharesLoad();
        return new Target(endpoints, cipher, failover);
      }
    }
    throw new RunException(
        "%s has no listener of the kind %s"
            .formatted(
                broker.identity().product(),
                wanted.stream().map(Listener::scheme).collect(Collectors.joining(", "))),
        null);
  }

  private List<Listener> wanted(Optional<CipherSuite> cipher) {
    if (cipher.filter(CipherSuite::isPsk).isPresent()) {
      return List.of(Listener.MQTT_PSK);
    }
    return (cipher.isEmpty() ? PLAIN : SECURED)
        .stream()
            .filter(
                listener ->
                    transport.isEmpty()
                        || listener.isWebSocket() == (transport.get() == Transport.WEBSOCKET))
            .toList();
  }
}
