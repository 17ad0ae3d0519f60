package io.brokerbench.containers.container;

import io.brokerbench.containers.process.BrokerRecipe;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
   * @param jms what clients of JMS speak there
   * @param secured what they speak over TLS as well
   * @param deliveryDelay whether messages are held back for a while
   */
  record Listeners(
      Optional<ContainerTls> tls,
      Set<JmsProtocol> jms,
      Set<JmsProtocol> secured,
      boolean deliveryDelay) {

    /** None. */
    static final Listeners NONE = new Listeners(Optional.empty(), Set.of(), Set.of(), false);

    /** Copies the sets. */
    public Listeners {
      jms = Set.copyOf(jms);
      secured = Set.copyOf(secured);
    }

    /** Those that a request asks for. */
    public static Listeners of(BrokerRequest request, Optional<ContainerTls> tls) {
      Set<JmsProtocol> jms =
          Stream.of(JmsProtocol.values()).filter(request::needs).collect(Collectors.toSet());
      boolean consumers = request.security().ofConsumers().isPresent() && tls.isPresent();
      return new Listeners(
          tls,
          jms,
          consumers ? jms : Set.of(),
          request.needs().contains(Capability.DELIVERY_DELAY));
    }

    /**
     * What a configuration has for clients of JMS, a line for each of their listeners.
     *
     * @param plain the line of a listener without TLS
     * @param overTls the line of one with TLS
     */
    public String lines(
        Function<JmsProtocol, String> plain,
        BiFunction<JmsProtocol, ContainerTls, String> overTls) {
      return Stream.concat(
              jms.stream().sorted().map(plain),
              secured.stream().sorted().map(protocol -> overTls.apply(protocol, tls.orElseThrow())))
          .collect(Collectors.joining("\n"));
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

    private static final Map<Listener, Integer> JMS_PORTS =
        Map.of(
            Listener.AMQP, 5672,
            Listener.AMQPS, 5671,
            Listener.OPENWIRE, 61_616,
            Listener.OPENWIRES, 61_617,
            Listener.CORE, 61_618,
            Listener.CORES, 61_619);

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
      for (JmsProtocol protocol : listeners.jms()) {
        ports.put(protocol.plain(), portOf(protocol.plain()));
      }
      for (JmsProtocol protocol : listeners.secured()) {
        ports.put(protocol.secured(), portOf(protocol.secured()));
      }
      return new Plan(Map.of(), listeners.tls().map(ContainerTls::files).orElse(Map.of()), ports);
    }

    /** Of a listener for clients of JMS, inside the container. */
    public static int portOf(Listener listener) {
      return JMS_PORTS.get(listener);
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
