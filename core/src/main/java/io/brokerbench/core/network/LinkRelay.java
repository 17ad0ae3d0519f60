package io.brokerbench.core.network;

import io.brokerbench.core.broker.Impairment;
import io.brokerbench.core.scenario.NetworkConditions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Listens in the place of nodes that listen for each other, and delays what they send. To be there
 * before they are, and to be closed after them.
 */
public final class LinkRelay implements Impairment {

  private final NetworkRelay relay;
  private final List<Integer> ports;

  private LinkRelay(NetworkRelay relay, List<Integer> ports) {
    this.relay = relay;
    this.ports = List.copyOf(ports);
  }

  /**
   * Listens for all of some nodes, which are on the loopback address as it is.
   *
   * @param nodes the port of each, on which it will listen
   * @param latency in each direction
   */
  public static LinkRelay before(List<Integer> nodes, Duration latency) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return before(
        loopback,
        nodes.stream()
            .map(port -> new InetSocketAddress(loopback, port))
            .<Supplier<Optional<InetSocketAddress>>>map(node -> () -> Optional.of(node))
            .toList(),
        latency);
  }

  /**
   * Listens for all of some nodes.
   *
   * @param address of this machine, on which they reach the relay
   * @param nodes where each listens at the moment; empty while it does not. On the relay's thread
   * @param latency in each direction
   */
  public static LinkRelay before(
      InetAddress address, List<Supplier<Optional<InetSocketAddress>>> nodes, Duration latency)
      throws IOException {
    NetworkRelay relay =
        new NetworkRelay(new NetworkConditions(latency, Duration.ZERO, 0, Optional.empty()), 0);
    try {
      List<Integer> ports = new ArrayList<>();
      for (Supplier<Optional<InetSocketAddress>> node : nodes) {
        ports.add(relay.listenOn(address, node));
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
