package io.brokerbench.containers.remote;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a selector {@code SCHEME://HOST[:PORT][,HOST[:PORT]...][/PATH][?NAME=VALUE&...]} says.
 *
 * @param addresses the endpoints of the scheme in the order written
 * @param others the endpoints that parameters name
 * @param query the parameters
 */
record RemoteAddress(List<Endpoint> addresses, List<Endpoint> others, RemoteQuery query) {

  private static final Pattern SELECTOR =
      Pattern.compile(
          "(?<scheme>[a-z+]+)://(?<hosts>[^/?#]*)(?<path>/[^?#]*)?(\\?(?<query>[^#]*))?");

  private static final String WEB_SOCKET_PATH = "/mqtt";

  /** Of the Domain Name System (RFC 1035). */
  private static final int LONGEST_HOST = 253;

  RemoteAddress {
    addresses = List.copyOf(addresses);
    others = List.copyOf(others);
  }

  /** Whether a selector begins with a scheme of ours. */
  static boolean isOne(String selector) {
    return Arrays.stream(Listener.values())
        .anyMatch(listener -> selector.startsWith(listener.scheme() + "://"));
  }

  /**
   * Reads a selector that {@linkplain #isOne is one}.
   *
   * @throws DefinitionException if it is not of this form
   */
  static RemoteAddress parse(String selector) {
    Matcher parts = SELECTOR.matcher(selector);
    if (!parts.matches()) {
      throw form("mqtt");
    }
    Listener listener = listener(parts.group("scheme"));
    String path = path(listener, parts.group("path"));
    List<Endpoint> addresses = new ArrayList<>();
    for (String host : parts.group("hosts").split(",", -1)) {
      Endpoint endpoint = endpoint(listener, host, path);
      if (addresses.contains(endpoint)) {
        throw new DefinitionException(endpoint.uri() + " is there twice");
      }
      addresses.add(endpoint);
    }
    RemoteQuery query = RemoteQuery.parse(Optional.ofNullable(parts.group("query")).orElse(""));
    List<String> hosts = addresses.stream().map(Endpoint::host).distinct().toList();
    List<Endpoint> others =
        Stream.of(
                Listener.MQTTS,
                Listener.MQTT_PSK,
                Listener.AMQP,
                Listener.AMQPS,
                Listener.OPENWIRE,
                Listener.OPENWIRES,
                Listener.CORE,
                Listener.CORES,
                Listener.JMS,
                Listener.JMSS)
            .flatMap(other -> others(other, hosts, query))
            .toList();
    return new RemoteAddress(addresses, others, query);
  }

  /** Those of the scheme in the order written, then those that parameters name. */
  List<Endpoint> endpoints() {
    return Stream.concat(addresses.stream(), others.stream()).toList();
  }

  /** Whether it has a listener for MQTT, of whatever kind. */
  boolean hasMqtt() {
    return endpoints().stream().anyMatch(endpoint -> !endpoint.listener().isJms());
  }

  /** Whether it has a listener of that kind. */
  boolean has(Listener listener) {
    return endpoints().stream().anyMatch(endpoint -> endpoint.listener() == listener);
  }

  /** Whether it has a listener for a protocol of JMS, with TLS or without. */
  boolean speaks(JmsProtocol protocol) {
    return protocol.listeners(false).stream().anyMatch(this::has);
  }

  private static Listener listener(String scheme) {
    return Arrays.stream(Listener.values())
        .filter(listener -> listener.scheme().equals(scheme))
        .findFirst()
        .orElseThrow(() -> form("mqtt"));
  }

  private static String path(Listener listener, String path) {
    if (listener.isWebSocket()) {
      return path == null ? WEB_SOCKET_PATH : path;
    }
    if (path != null && !path.equals("/")) {
      throw form(listener.scheme());
    }
    return "";
  }

  private static Endpoint endpoint(Listener listener, String address, String path) {
    URI uri;
    try {
      uri = new URI("host://" + address);
    } catch (URISyntaxException e) {
      throw new DefinitionException(form(listener.scheme()).getMessage(), e);
    }
    if (uri.getHost() == null || uri.getUserInfo() != null) {
      throw form(listener.scheme());
    }
    String bare = uri.getHost().replaceAll("[\\[\\]]", "");
    if (bare.length() > LONGEST_HOST) {
      throw new DefinitionException(
          "host names have at most %d characters, and this has %d"
              .formatted(LONGEST_HOST, bare.length()));
    }
    int port = uri.getPort() < 0 ? usualPort(listener, address) : uri.getPort();
    return new Endpoint(listener, bare, port, path);
  }

  private static int usualPort(Listener listener, String address) {
    return switch (listener) {
      case MQTT -> 1883;
      case MQTTS, MQTT_PSK -> 8883;
      case WS -> 80;
      case WSS -> 443;
      case AMQP -> 5672;
      case AMQPS -> 5671;
      case OPENWIRE, CORE -> 61616;
      case OPENWIRES, CORES -> 61617;
      case JMS, JMSS ->
          throw new DefinitionException(
              "the port of %s is missing, as %s:// has no usual one"
                  .formatted(address, listener.scheme()));
    };
  }

  /** A port of the hosts that were named before, or hosts of its own. */
  private static Stream<Endpoint> others(Listener listener, List<String> hosts, RemoteQuery query) {
    String name = listener == Listener.MQTT_PSK ? "psk" : listener.scheme();
    Optional<String> value = query.text(name);
    if (value.isEmpty()) {
      return Stream.empty();
    }
    if (value.get().matches("\\d+")) {
      int port = query.port(name).orElseThrow();
      return hosts.stream().map(host -> new Endpoint(listener, host, port));
    }
    return Arrays.stream(value.get().split(",", -1)).map(host -> endpoint(listener, host, ""));
  }

  private static DefinitionException form(String scheme) {
    return new DefinitionException(
        "the form is %s://HOST[:PORT][,HOST[:PORT]...]%s[?NAME=VALUE&...]"
            .formatted(scheme, scheme.startsWith("ws") ? "[/PATH]" : ""));
  }
}
