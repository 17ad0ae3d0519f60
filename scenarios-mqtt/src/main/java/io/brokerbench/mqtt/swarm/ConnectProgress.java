package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.broker.Endpoint;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** How far the connects to an endpoint have come. Safe for use by several threads. */
final class ConnectProgress {

  private final Endpoint endpoint;
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger connected = new AtomicInteger();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();

  ConnectProgress(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** A connect was begun. */
  void begun() {
    begun.incrementAndGet();
  }

  /** TCP is connected. */
  void connected() {
    connected.incrementAndGet();
  }

  /** TLS and the WebSocket, as far as there are any, stand. */
  void opened() {
    opened.incrementAndGet();
  }

  /** The broker has sent its CONNACK. */
  void accepted() {
    accepted.incrementAndGet();
  }

  /** What the connects wait for that aren't done, in words; empty where there are none. */
  Optional<String> waiting() {
    int wanted = begun.get();
    int tcp = connected.get();
    int open = opened.get();
    int mqtt = accepted.get();
    if (mqtt >= wanted) {
      return Optional.empty();
    }
    String name = endpoint.host() + ":" + endpoint.port();
    String layer = layer();
    StringBuilder counts = new StringBuilder("TCP ").append(tcp);
    if (!layer.isEmpty()) {
      counts.append(", ").append(layer).append(' ').append(open);
    }
    counts.append(", MQTT ").append(mqtt).append(" of ").append(wanted);
    return Optional.of(name + " " + missing(wanted, tcp, open) + " (" + counts + ")");
  }

  private String layer() {
    boolean secured = endpoint.listener().isSecured();
    if (endpoint.listener().isWebSocket()) {
      return secured ? "TLS and WebSocket" : "WebSocket";
    }
    return secured ? "TLS" : "";
  }

  private String missing(int wanted, int tcp, int open) {
    if (tcp < wanted) {
      return "did not accept TCP";
    }
    if (open < tcp) {
      return "accepted TCP and never answered the " + layer() + " handshake";
    }
    return layer().isEmpty()
        ? "accepted TCP and never answered MQTT's CONNECT"
        : "accepted TCP and " + layer() + " and never answered MQTT's CONNECT";
  }
}
