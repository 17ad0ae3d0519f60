package io.brokerbench.core.driver;

import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.CipherSuite;
import java.util.EnumSet;
import java.util.Set;

/** Makes drivers of one kind; found with {@link java.util.ServiceLoader}. */
public interface ClientDriverProvider {

  /** Its name on the command line, such as {@code swarm}. */
  String name();

  /** One sentence for lists. */
  String description();

  /** The protocols that it speaks. */
  Set<Protocol> protocols();

  /** The cipher suites that its connections can insist on: all of them, unless it says less. */
  default Set<CipherSuite> cipherSuites() {
    return EnumSet.allOf(CipherSuite.class);
  }

  /**
   * Files that the process has open for a number of connections, the driver's own included: what
   * has to be under the limit of file descriptors.
   */
  long fileDescriptorsFor(long connections);

  /**
   * Whether {@link Client#connect} may be called again after a connection broke or was aborted, as
   * often as it takes: with the next endpoint of a {@link Target#failover} each time, the session
   * resumed where it persists, and what was not acknowledged sent again. Runs with faults need it.
   */
  default boolean reconnects() {
    return false;
  }

  /**
   * Whether its clients exchange requests and replies: publishers with a {@link
   * PublisherSpec#responseTopic}, and subscribers of each {@link SubscriberSpec.Role}.
   */
  default boolean exchangesRequests() {
    return false;
  }

  /**
   * Connects a few clients to a listener of its own, and closes them, so that the first clients of
   * a run are not late because code is still being loaded. For runs in which connects are what is
   * measured; called before {@link #open}. Waits until it is done; a driver that has nothing to
   * gain does nothing.
   */
  default void rehearse(DriverSettings settings) {}

  /** Opens a driver. */
  ClientDriver open(DriverSettings settings);
}
