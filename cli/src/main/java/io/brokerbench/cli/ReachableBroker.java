package io.brokerbench.cli;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.Access;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How other processes reach a broker that was started here, as arguments of {@code --broker}. Keys
 * are named by their files.
 */
final class ReachableBroker {

  private ReachableBroker() {}

  /**
   * A line for each endpoint, or for each node of several, and one for each thing that a client
   * needs.
   */
  static List<String> lines(Broker broker) {
    List<String> lines =
        new ArrayList<>(
            broker.nodes().size() > 1
                ? broker.nodes().stream().map(ReachableBroker::node).toList()
                : broker.endpoints().stream().map(Endpoint::uri).toList());
    secrets(broker.access()).forEach((name, value) -> lines.add(name + "=" + value));
    return lines;
  }

  /** {@code primary pid=4711 mqtt://127.0.0.1:1883}. */
  private static String node(BrokerNode node) {
    List<String> words = new ArrayList<>(List.of(node.name()));
    node.pid().ifPresent(pid -> words.add("pid=" + pid));
    node.endpoints().stream().map(Endpoint::uri).forEach(words::add);
    return String.join(" ", words);
  }

  /**
   * All of it in one selector: {@code mqtt://127.0.0.1:1883?pid=4711&mqtts=8883&trust=ca.pem}; of
   * several nodes, {@code mqtt://127.0.0.1:1883,127.0.0.1:1884?roles=primary,backup&pid=4711,4712}.
   */
  static String selector(Broker broker) {
    List<BrokerNode> nodes = broker.nodes();
    Endpoint first = broker.endpoints().get(0);
    List<Endpoint> addresses =
        nodes.size() > 1
            ? nodes.stream().map(node -> node.endpoints().get(0)).toList()
            : List.of(first);
    Map<String, String> parameters = new LinkedHashMap<>();
    if (nodes.stream().anyMatch(node -> !node.isActive()) && nodes.size() > 1) {
      parameters.put("roles", roles(nodes));
    }
    pids(broker).ifPresent(pids -> parameters.put("pid", pids));
    port(broker, Listener.MQTTS, "mqtts", parameters);
    port(broker, Listener.MQTT_PSK, "psk", parameters);
    for (Listener listener : Listener.values()) {
      if (listener.isJms() && listener != first.listener()) {
        port(broker, listener, listener.scheme(), parameters);
      }
    }
    String topics = broker.topicMapping().name();
    boolean jms = broker.endpoints().stream().anyMatch(endpoint -> endpoint.listener().isJms());
    if (jms && !topics.isEmpty()) {
      parameters.put("amqp-topics", topics);
    }
    parameters.putAll(secrets(broker.access()));
    String hosts =
        first.uri()
            + addresses.stream()
                .skip(1)
                .map(address -> "," + hostAndPort(address))
                .collect(Collectors.joining());
    List<String> pairs = new ArrayList<>();
    parameters.forEach((name, value) -> pairs.add(name + "=" + encoded(value)));
    return pairs.isEmpty() ? hosts : hosts + "?" + String.join("&", pairs);
  }

  /** The first one is active at the start, and the others take over. */
  private static String roles(List<BrokerNode> nodes) {
    return "primary" + ",backup".repeat(nodes.size() - 1);
  }

  /** That of each node, where all are known. */
  private static Optional<String> pids(Broker broker) {
    List<BrokerNode> nodes = broker.nodes();
    List<Long> pids = nodes.stream().flatMapToLong(node -> node.pid().stream()).boxed().toList();
    if (nodes.size() < 2) {
      return broker.pid().stream().mapToObj(Long::toString).findFirst();
    }
    return pids.size() == nodes.size()
        ? Optional.of(pids.stream().map(pid -> Long.toString(pid)).collect(Collectors.joining(",")))
        : Optional.empty();
  }

  private static String hostAndPort(Endpoint endpoint) {
    return endpoint.uri().replaceFirst("^[^:]+://", "").replaceFirst("/.*", "");
  }

  /** The port of that kind; of several listeners, with their hosts. */
  private static void port(
      Broker broker, Listener listener, String name, Map<String, String> parameters) {
    List<Endpoint> all =
        broker.endpoints().stream().filter(endpoint -> endpoint.listener() == listener).toList();
    if (!all.isEmpty()) {
      parameters.put(
          name,
          broker.nodes().size() < 2
              ? Integer.toString(all.get(0).port())
              : all.stream().map(ReachableBroker::hostAndPort).collect(Collectors.joining(",")));
    }
  }

  private static Map<String, String> secrets(Access access) {
    Map<String, String> values = new LinkedHashMap<>();
    access.trust().map(Path::toString).ifPresent(file -> values.put("trust", file));
    access.psk().ifPresent(key -> values.put("psk-identity", key.identity()));
    access
        .psk()
        .flatMap(Access.PreSharedKey::file)
        .ifPresent(file -> values.put("psk-file", file.toString()));
    return values;
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("%2F", "/")
        .replace("%2C", ",")
        .replace("%3A", ":");
  }
}
