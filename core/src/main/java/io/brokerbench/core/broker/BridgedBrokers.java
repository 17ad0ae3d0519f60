package io.brokerbench.core.broker;

/**
 * Two brokers of which one, the bridge, keeps a connection to the other one, the main broker, and
 * carries messages by rules. Each is a broker like any other: with its own endpoints, process,
 * figures and log.
 */
public interface BridgedBrokers extends AutoCloseable {

  /** The one that knows nothing of a bridge. */
  Broker main();

  /** The one that keeps the connection. */
  Broker bridge();

  /** Ends both, the bridge first. May be called twice. */
  @Override
  void close();
}
