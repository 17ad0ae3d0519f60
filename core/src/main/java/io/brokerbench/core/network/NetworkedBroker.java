package io.brokerbench.core.network;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.NetworkConditions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A broker behind a network of given conditions: the same in everything but where clients connect
 * to, and what becomes of their packets.
 *
 * <p>Packets are lost where clients connect to: at the broker's own ports if it is a process of
 * ours and nothing else is done to the network, else between the clients and a relay. What Docker
 * publishes, and what is on another machine, doesn't arrive on this machine's loopback device.
 */
public final class NetworkedBroker {

  private static final Set<String> PROCESSES = Set.of("embedded", "process");

  private NetworkedBroker() {}

  /**
   * Puts a network before a broker, which is closed with it.
   *
   * @param conditions of the network; where there are none, the broker stays as it is
   * @param seed of the jitter; which packets are lost, chance decides
   * @throws BrokerException if it can't be made here; the broker is closed then
   */
  public static Broker around(Broker broker, Optional<NetworkConditions> conditions, long seed)
      throws BrokerException {
    double fraction = conditions.map(NetworkConditions::lossFraction).orElse(0.0);
    if (fraction == 0) {
      return RelayedBroker.around(broker, conditions, seed);
    }
    NetworkConditions rest = conditions.orElseThrow().withoutLoss();
    Broker lossy =
        rest.any() || !isProcessOfOurs(broker)
            ? RelayedBroker.around(broker, Optional.of(rest), seed)
            : broker;
    try {
      return closing(lossy, PacketLoss.ofThisMachine().on(ports(lossy), fraction));
    } catch (BrokerException e) {
      lossy.close();
      throw e;
    }
  }

  private static boolean isProcessOfOurs(Broker broker) {
    return PROCESSES.contains(broker.identity().origin().split(" ", 2)[0]);
  }

  private static Set<Integer> ports(Broker broker) {
    return broker.endpoints().stream().map(Endpoint::port).collect(Collectors.toSet());
  }

  /** The rules last as long as the broker: its clients say goodbye over the same network. */
  private static Broker closing(Broker broker, PacketLoss.Rules loss) {
    return (Broker)
        Proxy.newProxyInstance(
            Broker.class.getClassLoader(),
            new Class<?>[] {Broker.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                loss.close();
              }
              try {
                return method.invoke(broker, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
