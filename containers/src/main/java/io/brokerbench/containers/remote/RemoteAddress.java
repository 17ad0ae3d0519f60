package io.brokerbench.containers.remote;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a selector {@code SCHEME://HOST[:PORT][,HOST[:PORT]...][/PATH][?NAME=VALUE&...]} says.
 *
 * @param endpoints those of the scheme in the order written, then those that parameters name
 * @param query the parameters
 */
record RemoteAddress(List<Endpoint> endpoints, RemoteQuery query) {

  private static final Pattern SELECTOR =
      Pattern.compile(
          "(?<scheme>[a-z+]+)://(?<hosts>[^/?#]*)(?<path>/[^?#]*)?(\\?(?<query>[^#]*))?");

  private static final String WEB_SOCKET_PATH = "/mqtt";

  RemoteAddress {
    endpoints = List.copyOf(endpoints);
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
    List<Endpoint> endpoints = new ArrayList<>();
    for (String host : parts.group("hosts").split(",", -1)) {
      endpoints.add(endpoint(listener, host, path));
    }
    RemoteQuery query = RemoteQuery.parse(Optional.ofNullable(parts.group("query")).orElse(""));
    List<String> hosts = endpoints.stream().map(Endpoint::host).distinct().toList();
    endpoints.addAll(others(Listener.MQTTS, hosts, query.port("mqtts")));
    endpoints.addAll(others(Listener.MQTT_PSK, hosts, query.port("psk")));
    endpoints.addAll(amqp(Listener.AMQP, hosts, query));
    endpoints.addAll(amqp(Listener.AMQPS, hosts, query));
    return new RemoteAddress(endpoints, query);
  }

  /** Whether it has a listener for MQTT, of whatever kind. */
  boolean hasMqtt() {
    return endpoints.stream().anyMatch(endpoint -> !endpoint.listener().isAmqp());
  }

  /** Whether it has a listener of that kind. */
  boolean has(Listener listener) {
    return endpoints.stream().anyMatch(endpoint -> endpoint.listener() == listener);
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
      throw new DefinitionException(e.getReason() + "; " + form(listener.scheme()).getMessage(), e);
    }
    if (uri.getHost() == null || uri.getUserInfo() != null) {
      throw form(listener.scheme());
    }
    String bare = uri.getHost().replaceAll("[\\[\\]]", "");
    int port = uri.getPort() < 0 ? defaultPort(listener) : uri.getPort();
    return new Endpoint(listener, bare, port, path);
  }

  private static int defaultPort(Listener listener) {
    return switch (listener) {
      case MQTT -> 1883;
      case MQTTS, MQTT_PSK -> 8883;
      case WS -> 80;
      case WSS -> 443;
      case AMQP -> 5672;
      case AMQPS -> 5671;
    };
  }

  /** A port of the hosts that were named before, or hosts of its own. */
  private static List<Endpoint> amqp(Listener listener, List<String> hosts, RemoteQuery query) {
    String name = listener.scheme();
    Optional<String> value = query.text(name);
    if (value.isEmpty() || value.get().matches("\\d+")) {
      return others(listener, hosts, query.port(name));
    }
    return Arrays.stream(value.get().split(",", -1))
        .map(host -> endpoint(listener, host, ""))
        .toList();
  }

  private static List<Endpoint> others(Listener listener, List<String> hosts, OptionalInt port) {
    return port.isEmpty()
        ? List.of()
        : hosts.stream().map(host -> new Endpoint(listener, host, port.getAsInt())).toList();
  }

  private static DefinitionException form(String scheme) {
    return new DefinitionException(
        "the form is %s://HOST[:PORT][,HOST[:PORT]...]%s[?NAME=VALUE&...]"
            .formatted(scheme, scheme.startsWith("ws") ? "[/PATH]" : ""));
  }
}
