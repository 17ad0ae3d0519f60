package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.mqtt.swarm.codec.ConnectFields;
import io.brokerbench.mqtt.tls.TlsConnector;
import io.brokerbench.mqtt.tls.TlsConnectors;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The way from one local address to one endpoint. Connections that take it share it.
 *
 * @param endpoint of the broker
 * @param remote its address, looked up
 * @param local address to connect from, with port 0; null lets the system choose
 * @param cipher the only cipher suite to accept; empty for any
 * @param tls what protects the connections; null for plain ones
 * @param progress of the endpoint's connects
 * @param turns the routes that are tried in turn, with this one
 * @param common what all connections of the driver share
 */
record ConnectRoute(
    Endpoint endpoint,
    InetSocketAddress remote,
    InetSocketAddress local,
    Optional<CipherSuite> cipher,
    TlsConnector tls,
    ConnectProgress progress,
    Turns turns,
    Common common) {

  /**
   * What all connections of a driver share.
   *
   * @param connect the fields of CONNECT
   * @param agreement what TLS handshakes are held to
   */
  record Common(ConnectFields connect, SwarmTlsAgreement agreement) {}

  /** Routes of one local address that connections take in turn, to find a node that answers. */
  static final class Turns {
    private final List<ConnectRoute> routes = new ArrayList<>();

    void add(ConnectRoute route) {
      routes.add(route);
    }

    List<ConnectRoute> all() {
      return routes;
    }

    ConnectRoute after(ConnectRoute route) {
      return routes.get((routes.indexOf(route) + 1) % routes.size());
    }
  }

  /** The same way for a client that shows something of its own, and so do those after it. */
  ConnectRoute as(ClientIdentity identity, TlsConnectors connectors) {
    Common own =
        identity
            .login()
            .map(login -> new Common(common.connect().withLogin(login), common.agreement()))
            .orElse(common);
    Turns ownTurns = new Turns();
    for (ConnectRoute route : turns.all()) {
      ownTurns.add(
          new ConnectRoute(
              route.endpoint,
              route.remote,
              route.local,
              route.cipher,
              identity.hasKeys()
                  ? connectors.of(route.endpoint, cipher, identity).orElse(null)
                  : route.tls,
              route.progress,
              ownTurns,
              own));
    }
    return ownTurns.all().get(turns.all().indexOf(this));
  }

  Protocol protocol() {
    return common.connect().protocol();
  }

  /** Where the next connect goes after one that failed or broke: the same way where it is alone. */
  ConnectRoute next() {
    return turns.after(this);
  }

  /** Host and port, for messages. */
  String name() {
    return endpoint.host() + ":" + endpoint.port();
  }

  /** Whether MQTT is the first thing that is spoken on a connection. */
  private boolean isBare() {
    return tls == null && !endpoint.listener().isWebSocket();
  }

  /** Fills a new channel's pipeline: a plain connection has no handler but its own. */
  void addHandlers(Channel channel, SwarmConnection connection) {
    ChannelPipeline pipeline = channel.pipeline();
    if (!isBare()) {
      if (tls != null) {
        pipeline.addLast(tls.newHandler(channel.alloc()));
      }
      pipeline.addLast(new TransportOpeningHandler(this, connection));
    }
    pipeline.addLast(connection);
  }
}
