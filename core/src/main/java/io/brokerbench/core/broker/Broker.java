package io.brokerbench.core.broker;

import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A broker that runs and accepts connections.
 *
 * <p>Closing it leaves nothing behind of what starting it made: no process, port or folder. Safe
 * for use by several threads.
 */
public interface Broker extends AutoCloseable {

  /** Product, version and origin. */
  BrokerIdentity identity();

  /** Its listeners, the best one of each kind first; those of its {@link #nodes} in their order. */
  List<Endpoint> endpoints();

  /** Where consumers connect to, where that is not where publishers do. */
  default List<Endpoint> consumerEndpoints() {
    return endpoints();
  }

  /** What it can do. */
  Set<Capability> capabilities();

  /**
   * Its process on this machine, where there is one and it is known; of several nodes, that of the
   * first one.
   */
  OptionalLong pid();

  /**
   * Whether it is a JVM, which compiles its code differently at each start; false where its process
   * is not known.
   */
  default boolean isJvm() {
    return pid().stream()
        .mapToObj(ProcessHandle::of)
        .flatMap(Optional::stream)
        .flatMap(process -> process.info().command().stream())
        .anyMatch(command -> Path.of(command).endsWith("java"));
  }

  /**
   * What went wrong, in a line for a person, once it has ended by itself; empty while it runs, and
   * for one that is not ours to watch.
   */
  Optional<String> failure();

  /** Its own log, where we have it: the last lines, at most {@code lines}. */
  List<String> logTail(int lines);

  /** Ends the broker, if it was started here, and waits until it is gone. May be called twice. */
  @Override
  void close();

  /** What clients need to be let in. */
  default Access access() {
    return Access.OPEN;
  }

  /**
   * Processor cores that it can use; empty for all that there are. One, for a broker whose work is
   * done by one thread.
   */
  default OptionalInt usableCores() {
    return OptionalInt.empty();
  }

  /**
   * Its nodes, to which faults can be done, in the order in which clients try them: the one that is
   * active at the start first. Empty for a broker that is not ours to disturb.
   */
  default List<BrokerNode> nodes() {
    return List.of();
  }

  /**
   * Whether all nodes accept clients at a time, so that connections are spread over them; else one
   * is active, and the others are alternatives.
   */
  default boolean sharesLoad() {
    return false;
  }

  /**
   * What it has used and holds at this moment; empty where that is not known. Cheap, as it is
   * called several times a second, on one thread.
   *
   * @param processes looks at processes of this machine
   */
  default Optional<ProcessUsage> usage(ProcessSampler processes) {
    return pid().isPresent() ? processes.sample(pid().getAsLong()) : Optional.empty();
  }

  /**
   * The latest figures that it reported about itself, at most some seconds old. Returns at once,
   * and never throws.
   */
  default BrokerMetrics metrics() {
    return BrokerMetrics.NONE;
  }

  /**
   * Whether the heap of {@link #metrics} is what the broker holds: each byte that is allocated and
   * not freed. The heap of a garbage-collected broker has garbage in it too.
   */
  default boolean reportsLiveHeap() {
    return false;
  }

  /** What topics of MQTT are called in JMS; of meaning only where it has a listener for AMQP. */
  default TopicMapping topicMapping() {
    return TopicMapping.UNCHANGED;
  }

  /** The first endpoint of a kind. */
  default Optional<Endpoint> endpoint(Endpoint.Listener listener) {
    return endpoints().stream().filter(e -> e.listener() == listener).findFirst();
  }
}
