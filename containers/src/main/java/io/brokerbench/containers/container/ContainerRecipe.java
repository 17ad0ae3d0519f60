package io.brokerbench.containers.container;

import io.brokerbench.containers.process.BrokerRecipe;
import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.Access;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/** How the containers of one product are started: all that differs between products. Stateless. */
public interface ContainerRecipe extends BrokerRecipe {

  /** In the name of its folder: letters, digits and dashes. */
  String name();

  /** A line of its log with its version, in its only group. */
  Pattern version();

  /**
   * What its container needs. Keys and certificates are new ones, so nodes of one cluster have one
   * plan.
   *
   * @param folder on this machine, for what clients need
   * @throws BrokerException if the product cannot be used as this machine is
   */
  Plan plan(BrokerRequest request, Path folder) throws BrokerException, IOException;

  /**
   * Whether what it prints and its pages say that it is ready; it has to answer clients besides.
   *
   * @param published where ports inside are found
   * @throws IOException if a page does not answer
   */
  default boolean isReady(ProcessLog log, IntFunction<InetSocketAddress> published)
      throws IOException {
    return true;
  }

  /** How containers of it become a cluster; empty where they cannot. */
  default Optional<ClusterRecipe> cluster() {
    return Optional.empty();
  }

  @Override
  default boolean eachNodeReportsAll() {
    return cluster().filter(ClusterRecipe::eachReportsAll).isPresent();
  }

  /**
   * One container.
   *
   * @param environment variables
   * @param arguments words that it runs with; empty for the image's own
   * @param files contents by their absolute paths in the container
   * @param ports inside the container, by listener
   * @param pages other ports inside the container
   * @param access what clients need to be let in
   */
  record Plan(
      Map<String, String> environment,
      List<String> arguments,
      Map<String, byte[]> files,
      Map<Listener, Integer> ports,
      Set<Integer> pages,
      Access access) {

    /** A folder of ours in each container, where whoever runs there may write. */
    public static final Path FOLDER = Path.of("/brokerbench");

    /** Copies the lists and maps. */
    public Plan {
      environment = Map.copyOf(environment);
      arguments = List.copyOf(arguments);
      files = Map.copyOf(files);
      ports = Collections.unmodifiableMap(new EnumMap<>(ports));
      pages = Set.copyOf(pages);
    }

    /** Of its first listener, which is there in any case. */
    int firstPort() {
      return ports.values().iterator().next();
    }

    /** The same with a variable. */
    public Plan with(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(environment);
      more.put(name, value);
      return new Plan(more, arguments, files, ports, pages, access);
    }

    /** The same with a text in a file. */
    public Plan withFile(String path, String text) {
      Map<String, byte[]> more = new LinkedHashMap<>(files);
      more.put(path, text.getBytes(StandardCharsets.UTF_8));
      return new Plan(environment, arguments, more, ports, pages, access);
    }

    /** The text of a file that it has. */
    public String text(String path) {
      return new String(files.get(path), StandardCharsets.UTF_8);
    }
  }
}
