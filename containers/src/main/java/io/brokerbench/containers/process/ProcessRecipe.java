package io.brokerbench.containers.process;

import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.process.Readiness.Ready;
import io.brokerbench.core.base.UnsupportedException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.network.LinkRelay;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.security.Access;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** How brokers of one product are started as processes: all that differs between products. */
public interface ProcessRecipe extends BrokerRecipe {

  /** Of the WebSockets of all products, which either have it set or take any. */
  String WEB_SOCKET_PATH = "/mqtt";

  /** Where its brokers come from, where there is one node. */
  Origin origin();

  /** The file in each node's folder into which it writes its figures; empty where it does not. */
  default Optional<String> figuresFile() {
    return Optional.empty();
  }

  /**
   * Writes what the broker needs into its own new folder, and says how to start it there.
   *
   * @param request says the port, and what it has to listen to beside plain MQTT (plain AMQP where
   *     the product does not speak MQTT), which the product is able to
   * @throws BrokerException if the product is not installed
   */
  Launch prepare(Path folder, BrokerRequest request) throws BrokerException, IOException;

  /**
   * How to start it again in its folder, where its data, its certificates and its configuration
   * are, on the ports that it had.
   */
  default Launch again(Launch first, List<Endpoint> endpoints) {
    return first;
  }

  /**
   * How to start both brokers of a pair, the one that is active first before the other one. Their
   * ports are all chosen here; {@link Launch#ready} of the second is a line that shows that it
   * could take over.
   *
   * @param folders one for each; what both need is in the first one
   * @throws UnsupportedException if the product cannot be a pair
   */
  default List<Launch> preparePair(List<Path> folders, BrokerRequest request)
      throws BrokerException, IOException {
    throw new UnsupportedException("%s cannot be started as a pair".formatted(product()));
  }

  /**
   * Why a broker ended before it was ready, in words for the user.
   *
   * @param log what it printed
   * @param folder it was started in
   */
  default String reason(ProcessLog log, Path folder) {
    return log.reason();
  }

  /** What is found in the log of one of a pair as long as it could take over. */
  default Optional<Pattern> standby() {
    return Optional.empty();
  }

  /**
   * How to start one broker.
   *
   * @param command what to execute, and how it ends
   * @param ready when it says that it listens
   * @param ports of its listeners, of which plain MQTT is one, or plain AMQP where the product does
   *     not speak MQTT; 0 where it chooses the port, and says so when it is ready
   * @param access what clients need to be let in
   * @param links ports by which it talks to other nodes; empty where it does not
   * @param metrics how this one is asked for its figures; empty where that is as for each broker of
   *     the recipe
   */
  record Launch(
      ChildCommand command,
      Readiness ready,
      Map<Listener, Integer> ports,
      Access access,
      Optional<Links> links,
      Optional<MetricsQuery> metrics) {

    /** Copies the ports. */
    public Launch {
      ports = Collections.unmodifiableMap(new EnumMap<>(ports));
    }

    /**
     * Ports by which nodes of a pair on this machine talk to each other.
     *
     * @param own on which it listens for the other one
     * @param peer on which the other one listens
     * @param relay through which both connect, which is closed with the broker; empty for none
     */
    public record Links(int own, int peer, Optional<LinkRelay> relay) {}

    /** One that talks to no other node. */
    public Launch(
        ChildCommand command, Readiness ready, Map<Listener, Integer> ports, Access access) {
      this(command, ready, ports, access, Optional.empty(), Optional.empty());
    }

    /** The same with more arguments. */
    public Launch plus(List<String> arguments) {
      return new Launch(command.plus(arguments), ready, ports, access, links, metrics);
    }

    /** Where it listens, plain MQTT first, or plain AMQP where there is no MQTT. */
    List<Endpoint> endpoints(String host, Ready said) {
      return ports.entrySet().stream()
          .map(entry -> endpoint(entry.getKey(), host, port(entry, said)))
          .toList();
    }

    private static Endpoint endpoint(Listener listener, String host, int port) {
      return new Endpoint(listener, host, port, listener.isWebSocket() ? WEB_SOCKET_PATH : "");
    }

    private static int port(Map.Entry<Listener, Integer> entry, Ready said) {
      return entry.getValue() > 0 ? entry.getValue() : said.ports().get(entry.getKey());
    }
  }
}
