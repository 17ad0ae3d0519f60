package io.brokerbench.core.broker;

import io.brokerbench.core.base.DefinitionException;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * Where a broker listens.
 *
 * @param listener the kind of listener
 * @param host name or address
 * @param port 1 to 65535
 * @param path of a WebSocket, such as {@code /mqtt}; empty for all others
 */
public record Endpoint(Listener listener, String host, int port, String path) {

  /** Checks the port. */
  public Endpoint {
    Objects.requireNonNull(listener, "listener");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(path, "path");
    if (port < 1 || port > 65_535) {
      throw new DefinitionException("port", "between 1 and 65535", port);
    }
  }

  /** A listener that is not a WebSocket. */
  public Endpoint(Listener listener, String host, int port) {
    this(listener, host, port, "");
  }

  /** A plain MQTT listener. */
  public static Endpoint mqtt(String host, int port) {
    return new Endpoint(Listener.MQTT, host, port);
  }

  /** As a URI: {@code mqtt://127.0.0.1:1883}. */
  public String uri() {
    String bracketed = host.contains(":") ? "[" + host + "]" : host;
    return listener.scheme() + "://" + bracketed + ":" + port + path;
  }

  @Override
  public String toString() {
    return uri();
  }

  /** Kinds of listeners. */
  public enum Listener {
    /** MQTT over TCP. */
    MQTT("mqtt", false, false),
    /** MQTT over TLS, with certificates. */
    MQTTS("mqtts", true, false),
    /** MQTT over TLS, with a pre-shared key in place of certificates. */
    MQTT_PSK("mqtt+psk", true, false),
    /** MQTT over WebSocket. */
    WS("ws", false, true),
    /** MQTT over WebSocket over TLS. */
    WSS("wss", true, true),
    /** AMQP 1.0 over TCP, for JMS. */
    AMQP("amqp", false, false),
    /** AMQP 1.0 over TLS, for JMS. */
    AMQPS("amqps", true, false),
    /** The Core protocol over TCP, for JMS. */
    CORE("core", false, false),
    /** The Core protocol over TLS, for JMS. */
    CORES("cores", true, false),
    /** OpenWire over TCP, for JMS. */
    OPENWIRE("openwire", false, false),
    /** OpenWire over TLS, for JMS. */
    OPENWIRES("openwires", true, false),
    /** Whatever a client library of JMS speaks with its broker. */
    JMS("jms", false, false),
    /** The same over TLS. */
    JMSS("jmss", true, false);

    private static final Set<Listener> OF_JMS =
        EnumSet.of(AMQP, AMQPS, CORE, CORES, OPENWIRE, OPENWIRES, JMS, JMSS);

    private final String scheme;
    private final boolean secured;
    private final boolean webSocket;

    Listener(String scheme, boolean secured, boolean webSocket) {
      this.scheme = scheme;
      this.secured = secured;
      this.webSocket = webSocket;
    }

    /** The scheme of its URIs. */
    public String scheme() {
      return scheme;
    }

    /** Whether its connections use TLS. */
    public boolean isSecured() {
      return secured;
    }

    /** Whether it is for clients of JMS; all others speak MQTT. */
    public boolean isJms() {
      return OF_JMS.contains(this);
    }

    /** Whether it speaks AMQP 1.0. */
    public boolean isAmqp() {
      return this == AMQP || this == AMQPS;
    }

    /** Whether its connections are WebSockets. */
    public boolean isWebSocket() {
      return webSocket;
    }
  }
}
