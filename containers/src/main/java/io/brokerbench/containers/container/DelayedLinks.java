package io.brokerbench.containers.container;

import com.github.dockerjava.api.model.Network;
import io.brokerbench.containers.container.ContainerNode.LinkPackets;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.network.LinkRelay;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A relay by which the nodes of a cluster reach each other: on the address that this machine has in
 * their network. To be there before they are, and to be closed after them. Safe for use by several
 * threads.
 */
final class DelayedLinks implements AutoCloseable {

  private static final Pattern IPV4 = Pattern.compile("[0-9.]+");

  private final LinkRelay relay;
  private final InetAddress address;
  private final int linkPort;
  private final AtomicReferenceArray<ContainerNode> nodes;

  private DelayedLinks(
      InetAddress address,
      int linkPort,
      AtomicReferenceArray<ContainerNode> nodes,
      LinkRelay relay) {
    this.address = address;
    this.linkPort = linkPort;
    this.nodes = nodes;
    this.relay = relay;
  }

  /**
   * Listens for nodes that are not there yet.
   *
   * @param network of the nodes, by its id
   * @throws DefinitionException if no relay can stand before the nodes
   * @throws BrokerException if this machine has no address in their network
   * @throws RuntimeException as the Docker client throws it
   */
  static DelayedLinks before(
      DockerEngine docker, String network, ClusterRecipe cluster, Duration latency)
      throws BrokerException, IOException {
    int port =
        cluster
            .linkPort()
            .orElseThrow(
                () -> new DefinitionException("nodes that find each other have no latency"));
    if (!docker.isLocal()) {
      throw new BrokerException("a latency between nodes requires Docker on this machine");
    }
    AtomicReferenceArray<ContainerNode> nodes = new AtomicReferenceArray<>(cluster.nodes());
    List<Supplier<Optional<InetSocketAddress>>> targets =
        IntStream.range(0, cluster.nodes())
            .<Supplier<Optional<InetSocketAddress>>>mapToObj(
                index -> () -> target(nodes.get(index), port))
            .toList();
    InetAddress here = InetAddress.getByName(gateway(docker, network));
    try {
      return new DelayedLinks(here, port, nodes, LinkRelay.before(here, targets, latency));
    } catch (IOException e) {
      throw new BrokerException(
          "a latency between nodes requires their network on this machine, and %s is not an address of it: %s"
              .formatted(here.getHostAddress(), e.getMessage()),
          e);
    }
  }

  private static String gateway(DockerEngine docker, String network) throws BrokerException {
    List<Network.Ipam.Config> parts =
        docker.client().inspectNetworkCmd().withNetworkId(network).exec().getIpam().getConfig();
    return Stream.ofNullable(parts)
        .flatMap(List::stream)
        .map(Network.Ipam.Config::getGateway)
        .filter(gateway -> gateway != null && IPV4.matcher(gateway).matches())
        .findFirst()
        .orElseThrow(() -> new BrokerException("the network of the nodes has no gateway"));
  }

  private static Optional<InetSocketAddress> target(ContainerNode node, int port) {
    return Optional.ofNullable(node)
        .filter(ContainerNode::isUp)
        .map(ContainerNode::addressFromOthers)
        .filter(inside -> !inside.isEmpty())
        .map(inside -> new InetSocketAddress(inside, port));
  }

  /** Where each node is reached by the others. */
  List<InetSocketAddress> reached() {
    return relay.ports().stream().map(port -> new InetSocketAddress(address, port)).toList();
  }

  /** A node is there. */
  void carryTo(int index, ContainerNode node) {
    nodes.set(index, node);
  }

  /** What may keep nodes from each other, as the end of a message. */
  String requirement() {
    return "; with a latency between them they have to reach this machine at "
        + address.getHostAddress();
  }

  /** Those between a node and the relay. */
  LinkPackets packets() {
    String here = address.getHostAddress();
    String ports = relay.ports().toString().replace("[", "{ ").replace("]", " }");
    return new LinkPackets(
        List.of(
            "ip saddr %s tcp dport %d".formatted(here, linkPort),
            "ip saddr %s tcp sport %s".formatted(here, ports)),
        List.of(
            "ip daddr %s tcp sport %d".formatted(here, linkPort),
            "ip daddr %s tcp dport %s".formatted(here, ports)));
  }

  @Override
  public void close() {
    relay.close();
  }
}
