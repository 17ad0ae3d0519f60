package io.brokerbench.core.network;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.ForwardingBroker;
import io.brokerbench.core.broker.Impairment;
import io.brokerbench.core.scenario.NetworkConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A broker behind a network of given conditions: the same in everything but where clients connect
 * to, and what becomes of their packets.
 *
 * <p>Between nodes packets are lost where they arrive. What delays them is made when they are
 * started: {@link LinkRelay}. Between clients and broker they are lost where clients connect to: at
 * the broker's own ports if it is a process of ours and nothing else is done to the network, else
 * between the clients and a relay. What Docker publishes, and what is on another machine, does not
 * arrive on this machine's loopback device.
 */
public final class NetworkedBroker extends ForwardingBroker {

  private final List<Impairment> losses;

  private NetworkedBroker(Broker broker, List<Impairment> losses) {
    super(broker);
    this.losses = List.copyOf(losses);
  }

  /**
   * Puts a network before a broker, which is closed with it.
   *
   * @param conditions of the network; where there are none, the broker stays as it is
   * @param seed of the jitter; which packets are lost, chance decides
   * @throws BrokerException if it cannot be made here; the broker is closed then
   */
  public static Broker around(Broker broker, Optional<NetworkConditions> conditions, long seed)
      throws BrokerException {
    Optional<Double> nodeLoss = conditions.flatMap(NetworkConditions::nodeLossFraction);
    Broker withLossyLinks = nodeLoss.isPresent() ? betweenNodes(broker, nodeLoss.get()) : broker;
    return conditions.filter(each -> each.betweenNodes() && !each.any()).isPresent()
        ? withLossyLinks
        : beforeClients(withLossyLinks, conditions, seed);
  }

  /** Packets that arrive at any node from the others are lost. */
  private static Broker betweenNodes(Broker broker, double fraction) throws BrokerException {
    List<Impairment> losses = new ArrayList<>();
    try {
      for (BrokerNode node : broker.nodes()) {
        losses.add(node.loseOnLinks(fraction));
      }
      return new NetworkedBroker(broker, losses);
    } catch (BrokerException e) {
      losses.forEach(Impairment::close);
      broker.close();
      throw e;
    }
  }

  private static Broker beforeClients(
      Broker broker, Optional<NetworkConditions> conditions, long seed) throws BrokerException {
    double fraction = conditions.map(NetworkConditions::lossFraction).orElse(0.0);
    if (fraction == 0) {
      return RelayedBroker.around(broker, conditions, seed);
    }
    NetworkConditions rest = conditions.orElseThrow().withoutLoss();
    Broker lossy =
        rest.any() || !broker.identity().origin().isChildProcess()
            ? RelayedBroker.around(broker, Optional.of(rest), seed)
            : broker;
    try {
      return new NetworkedBroker(
          lossy, List.of(PacketLoss.ofThisMachine().on(ports(lossy), fraction)));
    } catch (BrokerException e) {
      lossy.close();
      throw e;
    }
  }

  private static Set<Integer> ports(Broker broker) {
    return broker.endpoints().stream().map(Endpoint::port).collect(Collectors.toSet());
  }

  @Override
  public void close() {
    losses.forEach(Impairment::close);
    super.close();
  }
}
