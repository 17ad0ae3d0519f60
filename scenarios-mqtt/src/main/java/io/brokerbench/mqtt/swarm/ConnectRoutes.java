package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.mqtt.tls.TlsConnector;
import io.brokerbench.mqtt.tls.TlsConnectors;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The routes from every local address to every endpoint of a target, taken in turn: connection i
 * goes to endpoint {@code i mod m} from address {@code (i / m) mod n}, so that all of the m n
 * routes get the same share, and with one endpoint, connection i comes from address {@code i mod
 * n}. Of a target with failover, a connection begins with the first endpoint. One that failed or
 * broke goes on with the next endpoint. Safe for use by several threads.
 */
final class ConnectRoutes {

  private final List<ConnectRoute> routes = new ArrayList<>();
  private final List<ConnectProgress> progress = new ArrayList<>();
  private final AtomicInteger taken = new AtomicInteger();
  private final int stride;
  private final TlsConnectors tls;

  ConnectRoutes(
      Target target, List<InetAddress> sources, TlsConnectors tls, ConnectRoute.Common common) {
    this.tls = tls;
    List<TlsConnector> connectors = new ArrayList<>();
    for (Endpoint endpoint : target.endpoints()) {
      connectors.add(tls.of(endpoint, target.cipher()).orElse(null));
      progress.add(new ConnectProgress(endpoint));
    }
    this.stride = target.failover() ? target.endpoints().size() : 1;
    int rounds = Math.max(1, sources.size());
    for (int round = 0; round < rounds; round++) {
      ConnectRoute.Turns inTurn = new ConnectRoute.Turns();
      for (int i = 0; i < target.endpoints().size(); i++) {
        Endpoint endpoint = target.endpoints().get(i);
        ConnectRoute route =
            new ConnectRoute(
                endpoint,
                new InetSocketAddress(endpoint.host(), endpoint.port()),
                sources.isEmpty() ? null : new InetSocketAddress(sources.get(round), 0),
                target.cipher(),
                connectors.get(i),
                progress.get(i),
                inTurn,
                common);
        inTurn.add(route);
        routes.add(route);
      }
    }
  }

  /** The route of the next connection. */
  ConnectRoute next(ClientIdentity identity) {
    ConnectRoute next = routes.get(Math.floorMod(taken.getAndIncrement() * stride, routes.size()));
    return identity.isCommon() ? next : next.as(identity, tls);
  }

  /** How far connects have come, by endpoint. */
  Stream<EndpointConnects> connects() {
    return progress.stream().map(ConnectProgress::connects);
  }
}
