package io.brokerbench.core.network;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.Impairment;
import io.brokerbench.core.scenario.NetworkConditions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Listens in the place of nodes that listen for each other on the loopback address, and delays what
 * they send. To be there before they are, and to be closed after them.
 */
public final class LinkRelay implements Impairment {

  private static final String HOST = "127.0.0.1";

  private final NetworkRelay relay;
  private final List<Integer> ports;

  private LinkRelay(NetworkRelay relay, List<Integer> ports) {
    this.relay = relay;
    this.ports = List.copyOf(ports);
  }

  /**
   * Listens for all of some nodes.
   *
   * @param latency in each direction
   * @param nodes the port of each, on which it will listen
   */
  public static LinkRelay before(List<Integer> nodes, Duration latency) throws IOException {
    NetworkRelay relay =
        new NetworkRelay(new NetworkConditions(latency, Duration.ZERO, 0, Optional.empty()), 0);
    try {
      List<Integer> ports = new ArrayList<>();
      for (int port : nodes) {
        ports.add(relay.listenFor(new Endpoint(Listener.CORE, HOST, port)).port());
      }
      relay.start();
      return new LinkRelay(relay, ports);
    } catch (IOException e) {
      relay.close();
      throw e;
    }
  }

  /** Where each node is to be connected to. */
  public List<Integer> ports() {
    return ports;
  }

  @Override
  public void close() {
    relay.close();
  }
}
