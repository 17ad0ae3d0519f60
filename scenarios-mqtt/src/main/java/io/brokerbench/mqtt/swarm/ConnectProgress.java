package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.EndpointConnects;
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

  /**
   * As it stands; counters that lag behind each other by a connect are read in the order in which
   * they cannot show one that is not there.
   */
  EndpointConnects connects() {
    int mqtt = accepted.get();
    int open = opened.get();
    int tcp = connected.get();
    return new EndpointConnects(endpoint, begun.get(), tcp, open, mqtt);
  }
}
