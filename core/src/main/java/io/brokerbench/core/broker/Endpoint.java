package io.brokerbench.core.broker;

import io.brokerbench.core.scenario.DefinitionException;
import java.util.Locale;
import java.util.Objects;

/**
 * Where a broker listens.
 *
 * @param listener the kind of listener
 * @param host name or address
 * @param port 1 to 65535
 */
public record Endpoint(Listener listener, String host, int port) {

  /** Checks the port. */
  public Endpoint {
    Objects.requireNonNull(listener, "listener");
    Objects.requireNonNull(host, "host");
    if (port < 1 || port > 65_535) {
      throw new DefinitionException("port", "between 1 and 65535", port);
    }
  }

  /** A plain MQTT listener. */
  public static Endpoint mqtt(String host, int port) {
    return new Endpoint(Listener.MQTT, host, port);
  }

  /** As a URI: {@code mqtt://127.0.0.1:1883}. */
  public String uri() {
    String bracketed = host.contains(":") ? "[" + host + "]" : host;
    return listener.name().toLowerCase(Locale.ROOT) + "://" + bracketed + ":" + port;
  }

  @Override
  public String toString() {
    return uri();
  }

  /** Kinds of listeners. */
  public enum Listener {
    /** MQTT over TCP. */
    MQTT
  }
}
