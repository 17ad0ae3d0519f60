package io.brokerbench.testkit.kit;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;

/**
 * A broker that a test can kill and start again with the same data: what proves {@link
 * io.brokerbench.core.broker.Capability#SURVIVES_KILL}.
 */
public interface RestartableBroker extends AutoCloseable {

  /** The broker that runs now. */
  Broker broker();

  /**
   * Kills the broker's process as the system would (SIGKILL), starts another one with the same
   * data, and waits until it takes connections. Its port may be another.
   */
  void killAndRestart() throws BrokerException, InterruptedException;

  /** Ends the broker and removes its data. */
  @Override
  void close();
}
