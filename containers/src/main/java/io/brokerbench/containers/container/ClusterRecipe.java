package io.brokerbench.containers.container;

import io.brokerbench.containers.container.ContainerRecipe.Plan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How containers of one product become a cluster: all that differs between products. Stateless.
 * Nodes know each other by {@link #host}.
 */
public interface ClusterRecipe {

  /**
   * Why this version cannot be a cluster, as one line for the user; empty where it can.
   *
   * @param tag of the image, such as {@code 5.8.6}
   */
  default Optional<String> refusal(String tag) {
    return Optional.empty();
  }

  /** Whether one node at a time accepts clients, and the other one waits to take over. */
  default boolean isPair() {
    return false;
  }

  /** As messages and results name a node. */
  default String nodeName(int index) {
    return "node " + (index + 1);
  }

  /** A folder that all nodes share, by its path in each of them; empty for none. */
  default Optional<String> sharedFolder() {
    return Optional.empty();
  }

  /** How many nodes keep what the product promises when one is lost, and no more. */
  default int nodes() {
    return 2;
  }

  /**
   * What one of them needs beside what it would need alone.
   *
   * @param alone what that is
   * @param index from 0; the first one is ready before the others are started, and is the active
   *     one of a pair
   */
  Plan member(Plan alone, int index);

  /**
   * The port on which a node listens for the others, and for nothing else, where a relay can stand
   * before it; empty where nodes find each other by themselves.
   */
  default OptionalInt linkPort() {
    return OptionalInt.empty();
  }

  /**
   * The same as {@link #member(Plan, int)} where relays stand before the nodes' {@linkplain
   * #linkPort ports for each other}.
   *
   * @param reached by which address each node is reached by the others
   */
  default Plan member(Plan alone, int index, List<InetSocketAddress> reached) {
    throw new UnsupportedOperationException("no relay can be between the nodes");
  }

  /** The port on which a node reports its cluster. */
  int statusPort();

  /**
   * Whether a node sees all others, and has what they have; of a pair, whether there is a copy of
   * all that the active one has.
   *
   * @param status where it reports its cluster
   * @throws IOException if it does not answer
   */
  boolean isInSync(InetSocketAddress status) throws IOException;

  /** Whether each node reports the figures of the whole cluster instead of its own. */
  default boolean eachReportsAll() {
    return false;
  }

  /** The name of a node in the network of the cluster: fully qualified, as Erlang wants it. */
  static String host(int index) {
    return "node" + (index + 1) + ".brokerbench";
  }
}
