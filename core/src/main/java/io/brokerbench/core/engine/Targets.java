package io.brokerbench.core.engine;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.CipherSuite;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Chooses the listeners of a broker that clients of a scenario connect to. */
public final class Targets {

  private final Broker broker;

  /** For a broker that runs. */
  public Targets(Broker broker) {
    this.broker = broker;
  }

  /**
   * The endpoints for the publishers of a scenario.
   *
   * @throws RunException if the broker has none
   */
  public Target publishing(Scenario scenario) throws RunException {
    return of(scenario.session().protocol(), scenario.security().ofPublishers());
  }

  /**
   * The endpoints for the consumers of a scenario.
   *
   * @throws RunException if the broker has none
   */
  public Target consuming(Scenario scenario) throws RunException {
    return of(scenario.session().consumerProtocol(), scenario.security().ofConsumers());
  }

  private Target of(Protocol protocol, Optional<CipherSuite> cipher) throws RunException {
    if (protocol != Protocol.JMS) {
      return of(cipher);
    }
    return first(
        cipher.isEmpty() ? List.of(Listener.AMQP, Listener.AMQPS) : List.of(Listener.AMQPS),
        cipher);
  }

  /**
   * The endpoints for connections of MQTT with a cipher suite, or without one.
   *
   * <p>Without one, a broker that has nothing but protected listeners is reached over those, with
   * what both sides agree on.
   *
   * @throws RunException if the broker has none
   */
  public Target of(Optional<CipherSuite> cipher) throws RunException {
    List<Listener> wanted =
        cipher.isEmpty()
            ? List.of(Listener.MQTT, Listener.WS, Listener.MQTTS, Listener.WSS)
            : cipher.get().isPsk()
                ? List.of(Listener.MQTT_PSK)
                : List.of(Listener.MQTTS, Listener.WSS);
    return first(wanted, cipher);
  }

  private Target first(List<Listener> wanted, Optional<CipherSuite> cipher) throws RunException {
    for (Listener listener : wanted) {
      List<Endpoint> endpoints =
          broker.endpoints().stream().filter(e -> e.listener() == listener).toList();
      if (!endpoints.isEmpty()) {
        return new Target(endpoints, cipher);
      }
    }
    throw new RunException(
        "%s has no listener of the kind %s"
            .formatted(
                broker.identity().product(),
                wanted.stream().map(Listener::scheme).collect(Collectors.joining(", "))),
        null);
  }
}
