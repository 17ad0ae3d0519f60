package io.brokerbench.core.driver;

import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.CipherSuite;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Makes drivers of one kind; found with {@link java.util.ServiceLoader}. */
public interface ClientDriverProvider {

  /** Its name on the command line, such as {@code swarm}. */
  String name();

  /** Whether a name on the command line is one of its own. */
  default boolean accepts(String selector) {
    return name().equals(selector);
  }

  /**
   * The provider of one name, where it has several.
   *
   * @param selector one of its own
   * @throws io.brokerbench.core.base.DefinitionException if what the name says cannot be had
   */
  default ClientDriverProvider of(String selector) {
    return this;
  }

  /** What lists name in its place: a provider for each driver that it knows. */
  default List<ClientDriverProvider> listed() {
    return List.of(this);
  }

  /** One sentence for lists. */
  String description();

  /** The protocols that it speaks. */
  Set<Protocol> protocols();

  /** What its clients can do beside connecting, sending and receiving. */
  default Set<DriverFeature> features() {
    return Set.of();
  }

  /** What its clients of JMS speak; of no meaning where it has none. */
  default JmsProtocol jmsProtocol() {
    return JmsProtocol.AMQP;
  }

  /** How its consumers of JMS can acknowledge; of no meaning where it has none. */
  default Set<JmsAcknowledgement> jmsAcknowledgements() {
    return EnumSet.allOf(JmsAcknowledgement.class);
  }

  /** Whether its consumers of JMS can share a subscription. */
  default boolean sharesJmsSubscriptions() {
    return true;
  }

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
   * Connects a few clients to a listener of its own, and closes them, so that the first clients of
   * a run are not late because code is still being loaded. For runs in which connects are what is
   * measured; called before {@link #open}. Waits until it is done; a driver that has nothing to
   * gain does nothing.
   */
  default void rehearse(DriverSettings settings) {}

  /** Opens a driver. */
  ClientDriver open(DriverSettings settings);
}
