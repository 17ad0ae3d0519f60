package io.brokerbench.core.network;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.NetworkConditions;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A broker behind a network: the same in everything but where clients connect to. */
public final class RelayedBroker {

  private final Broker broker;
  private final NetworkRelay relay;
  private final Map<Endpoint, Endpoint> relayed = new LinkedHashMap<>();

  private RelayedBroker(Broker broker, NetworkRelay relay) {
    this.broker = broker;
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
      return behind.view(Broker.class, broker);
    } catch (DefinitionException e) {
      broker.close();
      throw e;
    } catch (IOException e) {
      broker.close();
      throw new BrokerException("the network to the broker can't be made: " + e.getMessage(), e);
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
      Set<Endpoint> all = new LinkedHashSet<>(broker.endpoints());
      all.addAll(broker.consumerEndpoints());
      for (Endpoint endpoint : all) {
        relayed.put(endpoint, relay.listenFor(endpoint));
      }
      relay.start();
    } catch (IOException e) {
      relay.close();
      throw e;
    }
  }

  /** Passes every call on, so that what brokers learn to do needs nothing here. */
  private <T> T view(Class<T> type, T behind) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(behind, method, arguments)));
  }

  private Object call(Object behind, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "endpoints" -> map(endpoints(behind));
      case "consumerEndpoints" -> map(broker.consumerEndpoints());
      case "endpoint" ->
          map(broker.endpoints()).stream()
              .filter(endpoint -> endpoint.listener() == arguments[0])
              .findFirst();
      case "nodes" -> broker.nodes().stream().map(node -> view(BrokerNode.class, node)).toList();
      case "close" -> {
        relay.close();
        broker.close();
        yield null;
      }
      default -> passOn(behind, method, arguments);
    };
  }

  private static Object passOn(Object behind, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(behind, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static List<Endpoint> endpoints(Object behind) {
    return behind instanceof BrokerNode node ? node.endpoints() : ((Broker) behind).endpoints();
  }

  private List<Endpoint> map(List<Endpoint> endpoints) {
    return endpoints.stream().map(endpoint -> relayed.getOrDefault(endpoint, endpoint)).toList();
  }
}
