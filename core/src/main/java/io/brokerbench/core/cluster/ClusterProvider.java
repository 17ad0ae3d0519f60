package io.brokerbench.core.cluster;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.AgentPool;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Connects agents and those who want work done; found with {@link ServiceLoader}. */
public interface ClusterProvider {

  /**
   * The one of this build.
   *
   * @throws DefinitionException if its module is not on the class path
   */
  static ClusterProvider load() {
    return ServiceLoader.load(ClusterProvider.class)
        .findFirst()
        .orElseThrow(
            () ->
                new DefinitionException(
                    "agents need the module cluster on the class path, which ./brokerbench puts"
                        + " there for the command agent and the option --agents"));
  }

  /**
   * Joins a cluster as an agent, and carries out what it is sent until it is closed.
   *
   * @param notes hears lines for people
   * @throws RunException if the cluster cannot be joined
   */
  AgentHandle serve(ClusterSettings settings, AgentOffer offer, Consumer<String> notes)
      throws RunException, InterruptedException;

  /**
   * Joins a cluster, waits for agents that are free, and takes them.
   *
   * @param order how many, and for how long to wait
   * @param notes hears lines for people
   * @throws RunException if there are not as many by then; the message says what is there instead
   */
  AgentPool reserve(ClusterSettings settings, Order order, Consumer<String> notes)
      throws RunException, InterruptedException;

  /** An agent that waits for work. Closing ends what it does for others at once. */
  interface AgentHandle extends AutoCloseable {

    /** Where it is reached by other members: {@code host:port}. */
    String address();

    @Override
    void close();
  }

  /**
   * What is wanted.
   *
   * @param agents at least 1
   * @param patience longest time for them to be there and free
   * @param timedWithin see {@link AgentPool#timedWithin}
   */
  record Order(int agents, Duration patience, Duration timedWithin) {

    /** Most agents of one run. */
    public static final int MAX_AGENTS = 10_000;

    /** Checks the limits. */
    public Order {
      if (agents < 1 || agents > MAX_AGENTS) {
        throw new DefinitionException("agents", "between 1 and " + MAX_AGENTS, agents);
      }
      if (patience.isNegative()) {
        throw new DefinitionException("agentsWait", "0s or more", patience);
      }
      if (timedWithin.isNegative()) {
        throw new DefinitionException("clockError", "0s or more", timedWithin);
      }
    }
  }
}
