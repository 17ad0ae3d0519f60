package io.brokerbench.core.network;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.ForwardingBroker;
import io.brokerbench.core.scenario.NetworkConditions;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A broker behind a network of given conditions: the same in everything but where clients connect
 * to, and what becomes of their packets.
 *
 * <p>Packets are lost where clients connect to: at the broker's own ports if it is a process of
 * ours and nothing else is done to the network, else between the clients and a relay. What Docker
 * publishes, and what is on another machine, does not arrive on this machine's loopback device.
 */
public final class NetworkedBroker extends ForwardingBroker {

  private final PacketLoss.Rules loss;

  private NetworkedBroker(Broker broker, PacketLoss.Rules loss) {
    super(broker);
    this.loss = loss;
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
      return new NetworkedBroker(lossy, PacketLoss.ofThisMachine().on(ports(lossy), fraction));
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
    loss.close();
    super.close();
  }
}
