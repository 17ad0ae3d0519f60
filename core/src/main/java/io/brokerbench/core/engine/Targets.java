package io.brokerbench.core.engine;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.CipherSuite;
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
   * The endpoints for connections with a cipher suite, or without one.
   *
   * <p>Without one, a broker that has nothing but protected listeners is reached over those, with
   * what both sides agree on. Those of several nodes are alternatives, as one of them is active.
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
    for (Listener listener : wanted) {
      List<Endpoint> endpoints =
          broker.endpoints().stream().filter(e -> e.listener() == listener).toList();
      if (!endpoints.isEmpty()) {
        boolean failover = !broker.nodes().isEmpty() && endpoints.size() > 1;
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
}
