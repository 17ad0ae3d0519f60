package io.brokerbench.core.driver;

import io.brokerbench.core.broker.Endpoint;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How far the connects to an endpoint have come. Each number counts those before it as well.
 *
 * @param endpoint of the broker
 * @param begun connects that were begun
 * @param connected those whose TCP connection stands
 * @param opened those whose TLS and WebSocket stand, as far as there are any
 * @param accepted those that the broker has answered with a CONNACK
 */
public record EndpointConnects(
    Endpoint endpoint, int begun, int connected, int opened, int accepted) {

  /** Checks that the endpoint is there. */
  public EndpointConnects {
    Objects.requireNonNull(endpoint, "endpoint");
  }

  /** The connects of two drivers to the same endpoint. */
  public EndpointConnects plus(EndpointConnects other) {
    return new EndpointConnects(
        endpoint,
        begun + other.begun,
        connected + other.connected,
        opened + other.opened,
        accepted + other.accepted);
  }

  /** Those of several drivers, added up by endpoint, in the order of their first mention. */
  public static List<EndpointConnects> sum(Collection<EndpointConnects> parts) {
    Map<Endpoint, EndpointConnects> sums = new LinkedHashMap<>();
    parts.forEach(part -> sums.merge(part.endpoint, part, EndpointConnects::plus));
    return List.copyOf(sums.values());
  }

  /**
   * What the connects wait for that are not done, in words for a person: host and port, and how
   * many of how many have come how far. Empty where there are none.
   */
  public static Optional<String> waiting(Collection<EndpointConnects> connects) {
    List<String> lines =
        connects.stream().filter(c -> c.accepted < c.begun).map(EndpointConnects::line).toList();
    return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", lines));
  }

  private String line() {
    StringBuilder counts = new StringBuilder("TCP ").append(connected);
    if (!layer().isEmpty()) {
      counts.append(", ").append(layer()).append(' ').append(opened);
    }
    counts.append(", MQTT ").append(accepted).append(" of ").append(begun);
    return "%s:%d %s (%s)".formatted(endpoint.host(), endpoint.port(), missing(), counts);
  }

  private String layer() {
    boolean secured = endpoint.listener().isSecured();
    if (endpoint.listener().isWebSocket()) {
      return secured ? "TLS and WebSocket" : "WebSocket";
    }
    return secured ? "TLS" : "";
  }

  private String missing() {
    if (connected < begun) {
      return "did not accept TCP";
    }
    if (opened < connected) {
      return "accepted TCP and never answered the " + layer() + " handshake";
    }
    return layer().isEmpty()
        ? "accepted TCP and never answered MQTT's CONNECT"
        : "accepted TCP and " + layer() + " and never answered MQTT's CONNECT";
  }
}
