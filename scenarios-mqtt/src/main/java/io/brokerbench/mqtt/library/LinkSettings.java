package io.brokerbench.mqtt.library;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.security.Access.Login;
import java.net.InetAddress;
import java.util.Optional;

/**
 * What a link needs to know to connect.
 *
 * @param clientId unique on the broker
 * @param endpoint where to connect to
 * @param source local address to connect from
 * @param tls where the endpoint is secured
 * @param login its user and password, where it has one
 * @param lane on whose thread the link is used and reports
 * @param driver what all clients share
 */
public record LinkSettings(
    String clientId,
    Endpoint endpoint,
    Optional<InetAddress> source,
    Optional<LibraryTls> tls,
    Optional<Login> login,
    LibraryLane lane,
    DriverSettings driver) {

  /** The broker's address, for messages. */
  public String name() {
    return endpoint.host() + ":" + endpoint.port();
  }

  /** Keep-alive in whole seconds; 0 for none. */
  public int keepAliveSeconds() {
    return Math.toIntExact(driver.keepAlive().toSeconds());
  }

  /** The driver's clock. */
  public long now() {
    return driver.clock().nanoTime();
  }

  /** A failure to connect, or of a connection, in words. */
  public ClientException failure(Throwable cause) {
    return new ClientException(name() + ": " + ClientException.reason(cause), cause);
  }

  /** A connection that the broker refused. */
  public ClientException refusal(String reason) {
    return new ClientException(name() + " refused the connection: " + reason);
  }
}
