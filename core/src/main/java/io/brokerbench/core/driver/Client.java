package io.brokerbench.core.driver;

/**
 * One connection to a broker.
 *
 * <p>Every method is called on the thread of the client's lane, returns without waiting, and
 * reports through the listener that the client was made with.
 */
public interface Client {

  /**
   * Opens the connection and the session, or resumes the session where it is persistent. Reports
   * {@link ClientListener#onConnected} or {@link ClientListener#onDisconnected}, or nothing while
   * the broker does not answer: the caller has the limit.
   */
  void connect();

  /**
   * Ends the connection in an orderly way: what was offered is written, the protocol's goodbye is
   * said, the connection is closed. Reports {@link ClientListener#onDisconnected} with no cause. A
   * persistent session stays on the broker, and {@link #connect} may be called again.
   */
  void disconnect();

  /**
   * Asks the broker for a sign of life on this connection, as by a ping; only while connected. The
   * broker's answer is reported by {@link ClientListener#onProbeAnswered}.
   *
   * @return false where the client library has no way to ask; nothing is reported then
   */
  default boolean probe() {
    return false;
  }

  /**
   * Keeps the connection and sends nothing on it any more, not even pings, as a client does whose
   * machine has lost its network; after one last ping, so that the broker's wait begins now. Only
   * from drivers that {@link DriverFeature#WILLS}; nothing is reported but the end of the
   * connection.
   */
  default void fallSilent() {
    throw new UnsupportedOperationException("this driver has no silent clients");
  }

  /** Drops the connection silently, as a crash would. Nothing is reported. */
  void abort();
}
