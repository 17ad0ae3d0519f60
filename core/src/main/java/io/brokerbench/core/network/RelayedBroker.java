package io.brokerbench.core.network;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.ForwardingBroker;
import io.brokerbench.core.broker.ForwardingNode;
import io.brokerbench.core.scenario.NetworkConditions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A broker behind a network: the same in everything but where clients connect to. */
public final class RelayedBroker extends ForwardingBroker {

  private final NetworkRelay relay;
  private final Map<Endpoint, Endpoint> relayed = new LinkedHashMap<>();

  private RelayedBroker(Broker broker, NetworkRelay relay) {
    super(broker);
    this.relay = relay;
  }

  /**
   * Puts a network before a broker, which is closed with it.
   *
   * @param conditions of the network, without loss; where there are none, the broker stays as it is
   * @param seed of the jitter
   * @throws BrokerException if there are no ports to be had; the broker is closed then
   * @throws DefinitionException if packets are to be lost
   */
  public static Broker around(Broker broker, Optional<NetworkConditions> conditions, long seed)
      throws BrokerException {
    if (conditions.isEmpty()) {
      return broker;
    }
    try {
      requireNoLoss(conditions.get());
      NetworkRelay relay = new NetworkRelay(conditions.get(), seed);
      RelayedBroker behind = new RelayedBroker(broker, relay);
      behind.listen();
      return behind;
    } catch (DefinitionException e) {
      broker.close();
      throw e;
    } catch (IOException e) {
      broker.close();
      throw new BrokerException("the network to the broker cannot be made: " + e.getMessage(), e);
    }
  }

  /**
   * Checks that conditions are of the kind that a relay can make.
   *
   * @throws DefinitionException if packets are to be lost
   */
  private static void requireNoLoss(NetworkConditions conditions) {
    if (conditions.lossFraction() > 0) {
      throw new DefinitionException(
          "network.lossFraction",
          "0, as a relay carries streams: packets are lost in the kernel",
          conditions.lossFraction());
    }
  }

  private void listen() throws IOException {
    try {
      Set<Endpoint> all = new LinkedHashSet<>(super.endpoints());
      all.addAll(super.consumerEndpoints());
      for (Endpoint endpoint : all) {
        relayed.put(endpoint, relay.listenFor(endpoint));
      }
      relay.start();
    } catch (IOException e) {
      relay.close();
      throw e;
    }
  }

  @Override
  public List<Endpoint> endpoints() {
    return map(super.endpoints());
  }

  @Override
  public List<Endpoint> consumerEndpoints() {
    return map(super.consumerEndpoints());
  }

  @Override
  public List<BrokerNode> nodes() {
    return super.nodes().stream().<BrokerNode>map(RelayedNode::new).toList();
  }

  @Override
  public void close() {
    relay.close();
    super.close();
  }

  private final class RelayedNode extends ForwardingNode {
    RelayedNode(BrokerNode node) {
      super(node);
    }

    @Override
    public List<Endpoint> endpoints() {
      return map(super.endpoints());
    }
  }

  private List<Endpoint> map(List<Endpoint> endpoints) {
    return endpoints.stream().map(endpoint -> relayed.getOrDefault(endpoint, endpoint)).toList();
  }
}
