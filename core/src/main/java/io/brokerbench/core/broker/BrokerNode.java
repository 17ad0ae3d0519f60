package io.brokerbench.core.broker;

import io.brokerbench.core.scenario.FaultKind;
import java.util.List;
import java.util.OptionalLong;

/**
 * One process or container of a broker, to which faults can be done. Safe for use by several
 * threads.
 */
public interface BrokerNode {

  /** The name of a broker's only node. */
  String ONLY = "broker";

  /** As messages and results name it: {@code primary}, {@code backup}, {@code node 2}. */
  String name();

  /** Where it listens, or would if it were active; the same as long as the broker lasts. */
  List<Endpoint> endpoints();

  /** Its process on this machine; another one after {@link #heal} of a kill. */
  OptionalLong pid();

  /**
   * All its processes on this machine since the broker was started, the one that runs last; so that
   * what they have used adds up over a kill.
   */
  default List<NodeProcess> processes() {
    return pid().stream().mapToObj(NodeProcess::running).toList();
  }

  /**
   * Whether it could take over from the active node at this moment, with all that was acknowledged,
   * as far as it says so itself.
   */
  default boolean isStandby() {
    return false;
  }

  /**
   * Whether it talks to the other nodes of its broker through a network that can be cut from here:
   * not where there are none, and not where they share a store instead.
   */
  default boolean hasLinks() {
    return false;
  }

  /**
   * From now on, some of the packets that arrive at it from the other nodes of its broker are
   * dropped, each independently at random, without notice to either end.
   *
   * @param fraction of the packets, above 0 and below 1
   * @throws BrokerException if that cannot be done here; the message says what it requires
   */
  default Impairment loseOnLinks(double fraction) throws BrokerException {
    throw new BrokerException(
        name() + " has no network to other nodes on which packets could be lost");
  }

  /** Whether it accepts clients at this moment, as far as its process and its listeners show. */
  boolean isActive();

  /**
   * Does a fault to it, and returns as soon as it is done.
   *
   * @throws BrokerException if the fault cannot be done here; the message says what it requires
   */
  void inject(FaultKind fault) throws BrokerException;

  /**
   * Undoes the fault: a killed node is started again, with its store and its ports; a halted one
   * goes on; a cut one, or one that is apart from the others, is joined again. Does nothing without
   * a fault. Does not wait until it takes clients.
   *
   * @throws BrokerException if it cannot be undone
   */
  void heal() throws BrokerException;
}
