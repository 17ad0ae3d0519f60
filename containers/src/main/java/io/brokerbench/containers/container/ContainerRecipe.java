package io.brokerbench.containers.container;

import io.brokerbench.containers.process.BrokerRecipe;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** How the containers of one product are started: all that differs between products. Stateless. */
public interface ContainerRecipe extends BrokerRecipe {

  /** Of products that do all that MQTT has. */
  static Set<Capability> mqttAnd(Capability... others) {
    EnumSet<Capability> all =
        EnumSet.of(
            Capability.MQTT_3_1_1,
            Capability.MQTT_5,
            Capability.QOS_2,
            Capability.QOS_2_REPEATED,
            Capability.RETAINED_MESSAGES,
            Capability.RETAINED_BY_WILDCARD,
            Capability.SHARED_SUBSCRIPTIONS,
            Capability.TLS,
            Capability.PERSISTENT_SESSIONS);
    Collections.addAll(all, others);
    return all;
  }

  /** In its selector: {@code mosquitto}. */
  String name();

  /** A line of its log with its version, in a group {@code version}. */
  Pattern version();

  /**
   * What its container needs.
   *
   * @param listeners that are to be there beside the plain one
   * @throws BrokerException if the product cannot be used as this machine is
   */
  Plan plan(Listeners listeners) throws BrokerException;

  /** How containers of it become a cluster; empty where they cannot. */
  default Optional<ClusterRecipe> cluster() {
    return Optional.empty();
  }

  @Override
  default boolean eachNodeReportsAll() {
    return cluster().filter(ClusterRecipe::eachReportsAll).isPresent();
  }

  /**
   * Listeners beside that for plain MQTT.
   *
   * @param tls for TLS, whatever is spoken there
   * @param amqp whether AMQP 1.0 is spoken too
   * @param amqps whether over TLS as well
   */
  record Listeners(Optional<ContainerTls> tls, boolean amqp, boolean amqps) {

    /** None. */
    static final Listeners NONE = new Listeners(Optional.empty(), false, false);

    /** Those that a request asks for. */
    public static Listeners of(BrokerRequest request, Optional<ContainerTls> tls) {
      boolean consumers = request.security().ofConsumers().isPresent();
      return new Listeners(tls, request.amqp(), request.amqp() && consumers && tls.isPresent());
    }

    /** The TLS of AMQP, where it is spoken there. */
    public Optional<ContainerTls> tlsOfAmqp() {
      return amqps ? tls : Optional.empty();
    }
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
    public static final int MQTT_PORT = 1883;

    public static final int MQTTS_PORT = 8883;
    static final int AMQP_PORT = 5672;
    public static final int AMQPS_PORT = 5671;

    /** Copies the maps. */
    public Plan {
      environment = Map.copyOf(environment);
      files = Map.copyOf(files);
      ports = Collections.unmodifiableMap(new EnumMap<>(ports));
    }

    /** Listens on the usual ports, for all that is asked for. */
    public static Plan of(Listeners listeners) {
      Map<Listener, Integer> ports = new EnumMap<>(Map.of(Listener.MQTT, MQTT_PORT));
      listeners.tls().ifPresent(asked -> ports.put(asked.listener(), MQTTS_PORT));
      if (listeners.amqp()) {
        ports.put(Listener.AMQP, AMQP_PORT);
      }
      if (listeners.amqps()) {
        ports.put(Listener.AMQPS, AMQPS_PORT);
      }
      return new Plan(Map.of(), listeners.tls().map(ContainerTls::files).orElse(Map.of()), ports);
    }

    /** The same with a variable. */
    public Plan with(String name, String value) {
      return with(name, Map.of("", value));
    }

    /**
     * The same with variables.
     *
     * @param prefix what their names begin with
     */
    public Plan with(String prefix, Map<String, String> values) {
      Map<String, String> more = new LinkedHashMap<>(environment);
      values.forEach((name, value) -> more.put(prefix + name, value));
      return new Plan(more, files, ports);
    }

    /** The same with a text in a file. */
    public Plan withFile(String path, String text) {
      Map<String, byte[]> more = new LinkedHashMap<>(files);
      more.put(path, text.getBytes(StandardCharsets.UTF_8));
      return new Plan(environment, more, ports);
    }

    /** The text of a file that it has. */
    public String text(String path) {
      return new String(files.get(path), StandardCharsets.UTF_8);
    }
  }
}
