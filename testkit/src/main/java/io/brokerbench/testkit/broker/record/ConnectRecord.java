package io.brokerbench.testkit.broker.record;

import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access.Login;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A CONNECT packet that a broker received.
 *
 * @param clientId as sent, or as the broker assigned it where it was empty
 * @param protocol version that the client speaks
 * @param cleanStart MQTT 5's Clean Start flag, MQTT 3.1.1's Clean Session
 * @param keepAliveSeconds 0 for none
 * @param sessionExpirySeconds MQTT 5's Session Expiry Interval; for MQTT 3.1.1, 0 with a clean
 *     session and else {@link #NEVER}
 * @param receiveMaximum MQTT 5's Receive Maximum; 65 535 where it is not sent
 * @param login user and password, where both are sent
 * @param certificate subject of the certificate that the client has shown, as RFC 2253 writes it
 * @param from address and port of the client
 */
public record ConnectRecord(
    String clientId,
    Protocol protocol,
    boolean cleanStart,
    int keepAliveSeconds,
    long sessionExpirySeconds,
    int receiveMaximum,
    Optional<Login> login,
    Optional<String> certificate,
    InetSocketAddress from) {

  /** The session expiry of a session that never ends. */
  public static final long NEVER = 0xFFFF_FFFFL;

  /** Whether the session outlives the connection. */
  public boolean persistent() {
    return sessionExpirySeconds > 0;
  }
}
