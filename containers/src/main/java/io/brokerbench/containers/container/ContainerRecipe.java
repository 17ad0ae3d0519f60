package io.brokerbench.containers.container;

import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** How the containers of one product are started: all that differs between products. Stateless. */
interface ContainerRecipe {

  /** Of products that do all that MQTT has. */
  Set<Capability> ALL_OF_MQTT =
      Set.of(
          Capability.MQTT_3_1_1,
          Capability.MQTT_5,
          Capability.QOS_2,
          Capability.RETAINED_MESSAGES,
          Capability.SHARED_SUBSCRIPTIONS,
          Capability.TLS,
          Capability.PERSISTENT_SESSIONS);

  /** In its selector: {@code mosquitto}. */
  String name();

  /** As people call it. */
  String title();

  /** What the product can do. */
  Set<Capability> capabilities();

  /** A line of its log with its version, in a group {@code version}. */
  Pattern version();

  /** Cores that the product can use; empty for all that there are. */
  default OptionalInt usableCores() {
    return OptionalInt.empty();
  }

  /**
   * What its container needs.
   *
   * @param tls the listener for TLS that is to be there beside the plain one
   * @throws BrokerException if the product can't be used as this machine is
   */
  Plan plan(Optional<ContainerTls> tls) throws BrokerException;

  /** How the product is asked for its figures; empty where it offers none. */
  default Optional<MetricsQuery> metrics() {
    return Optional.empty();
  }

  /**
   * One container.
   *
   * @param environment variables
   * @param files contents by their absolute paths in the container
   * @param ports inside the container, by listener
   */
  record Plan(
      Map<String, String> environment, Map<String, byte[]> files, Map<Listener, Integer> ports) {

    /** The ports that all products use when they are left alone. */
    static final int MQTT_PORT = 1883;

    static final int MQTTS_PORT = 8883;

    /** Copies the maps. */
    public Plan {
      environment = Map.copyOf(environment);
      files = Map.copyOf(files);
      ports = Collections.unmodifiableMap(new EnumMap<>(ports));
    }

    /** Listens on the usual ports; for TLS too, if that is asked for. */
    static Plan of(Optional<ContainerTls> tls) {
      Map<Listener, Integer> ports = new EnumMap<>(Map.of(Listener.MQTT, MQTT_PORT));
      tls.ifPresent(asked -> ports.put(asked.listener(), MQTTS_PORT));
      return new Plan(Map.of(), tls.map(ContainerTls::files).orElse(Map.of()), ports);
    }

    /** The same with a variable. */
    Plan with(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(environment);
      more.put(name, value);
      return new Plan(more, files, ports);
    }

    /** The same with a text in a file. */
    Plan withFile(String path, String text) {
      Map<String, byte[]> more = new LinkedHashMap<>(files);
      more.put(path, text.getBytes(StandardCharsets.UTF_8));
      return new Plan(environment, more, ports);
    }

    /** The listener of each port, plain MQTT first. */
    List<Listener> listeners() {
      return List.copyOf(ports.keySet());
    }
  }
}
