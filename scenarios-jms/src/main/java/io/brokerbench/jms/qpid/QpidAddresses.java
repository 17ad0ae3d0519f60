package io.brokerbench.jms.qpid;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Addresses that Qpid JMS connects to, with all its options. Safe for use by several threads. */
public final class QpidAddresses {

  private static final String FAILOVER_SCHEME = "failover:";

  /**
   * A new primary is looked for at once, and again and again; where we say, and not where the
   * broker says: Artemis names its nodes' ports for each other, which speak no AMQP.
   */
  private static final String FAILOVER_OPTIONS =
      "failover.initialReconnectDelay=0&failover.reconnectDelay=10&failover.maxReconnectDelay=100"
          + "&failover.useReconnectBackOff=false&failover.amqpOpenServerListAction=IGNORE";

  private final DriverSettings driver;
  private final int ioThreads;
  private final AtomicInteger connections = new AtomicInteger();

  /**
   * Of one driver.
   *
   * @param ioThreads event loops that all its connections share
   */
  public QpidAddresses(DriverSettings driver, int ioThreads) {
    this.driver = driver;
    this.ioThreads = ioThreads;
  }

  /** Whether the library itself looks for another node when it has lost one. */
  public static boolean failsOver(String uri) {
    return uri.startsWith(FAILOVER_SCHEME);
  }

  /**
   * One address; or several that the library tries in turn: those of a pair from the first one on,
   * others from another one each time.
   */
  public String uri(Target target, ChannelWatch watch) {
    int number = connections.getAndIncrement();
    List<Endpoint> endpoints = target.endpoints();
    int first = target.failover() ? 0 : number;
    List<String> uris = new ArrayList<>();
    for (int i = 0; i < endpoints.size(); i++) {
      Endpoint endpoint = endpoints.get((first + i) % endpoints.size());
      uris.add(uri(endpoint, target, number / endpoints.size(), watch));
    }
    return uris.size() == 1
        ? uris.get(0)
        : FAILOVER_SCHEME + "(" + String.join(",", uris) + ")?" + FAILOVER_OPTIONS;
  }

  /**
   * One address of a pair, another one at each attempt, for clients that find the active node
   * themselves.
   *
   * @param attempt 0 for the first
   */
  public String alternative(Target target, int attempt, ChannelWatch watch) {
    Endpoint endpoint = target.endpoints().get(attempt % target.endpoints().size());
    return uri(endpoint, target, connections.getAndIncrement(), watch);
  }

  private String uri(Endpoint endpoint, Target target, int number, ChannelWatch watch) {
    boolean secured = endpoint.listener().isSecured();
    String host = endpoint.host().contains(":") ? "[" + endpoint.host() + "]" : endpoint.host();
    StringBuilder uri = new StringBuilder(secured ? "watcheds://" : "watched://");
    uri.append(host).append(':').append(endpoint.port()).append(watch.path());
    uri.append("?amqp.idleTimeout=").append(driver.keepAlive().toMillis());
    uri.append("&transport.sharedEventLoopThreads=").append(ioThreads);
    if (!driver.sources().isEmpty()) {
      InetAddress source = driver.sources().get(number % driver.sources().size());
      uri.append("&transport.localAddress=").append(source.getHostAddress());
    }
    if (secured) {
      uri.append("&transport.verifyHost=").append(driver.access().verifyHost());
      target
          .cipher()
          .ifPresent(
              suite ->
                  uri.append("&transport.enabledCipherSuites=")
                      .append(suite.ianaName())
                      .append("&transport.enabledProtocols=")
                      .append(suite.version().title()));
    }
    return uri.toString();
  }
}
