package io.brokerbench.mqtt.tls;

import io.brokerbench.core.broker.Endpoint;
import java.util.Locale;

/** The line that reports a handshake that failed. */
final class HandshakeFailure {

  /** What was seen of a connection that ended, and nothing more. */
  static final String CLOSED = "the broker closed the connection";

  private static final long SECOND = 1_000_000_000L;

  private HandshakeFailure() {}

  /**
   * Names host and port, and from one second on how long the handshake lasted, in whole seconds:
   * connections that fail alike are counted together.
   */
  static String text(Endpoint endpoint, long elapsedNanos, String reason) {
    String after =
        elapsedNanos < SECOND
            ? ""
            : String.format(Locale.ROOT, " after %d s", Math.round(elapsedNanos / (double) SECOND));
    return "TLS handshake with %s:%d failed%s: %s"
        .formatted(endpoint.host(), endpoint.port(), after, reason);
  }
}
