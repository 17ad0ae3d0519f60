package io.brokerbench.mqtt.library;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.payload.ProofPlace;
import io.brokerbench.core.security.Access.Login;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
 * @param proves whether what it receives begins with the digits of the user property that proves a
 *     message, before the payload; a message without the property is then empty
 */
public record LinkSettings(
    String clientId,
    Endpoint endpoint,
    Optional<InetAddress> source,
    Optional<LibraryTls> tls,
    Optional<Login> login,
    LibraryLane lane,
    DriverSettings driver,
    boolean proves) {

  /** What a subscriber that looks for the user property gets of a message. */
  public ByteBuffer proven(Optional<String> digits, ByteBuffer payload) {
    if (digits.filter(text -> text.length() == ProofPlace.DIGITS).isEmpty()) {
      return ByteBuffer.allocate(0);
    }
    return ByteBuffer.allocate(ProofPlace.DIGITS + payload.remaining())
        .put(digits.get().getBytes(StandardCharsets.ISO_8859_1))
        .put(payload)
        .flip();
  }

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
