package io.brokerbench.core.driver;

/** What a client tells; always on the thread of its lane. */
public interface ClientListener {

  /**
   * The broker has accepted the session.
   *
   * @param nanos when, on the driver's clock
   * @param sessionPresent whether the broker resumed an earlier session
   */
  void onConnected(long nanos, boolean sessionPresent);

  /**
   * The connection has ended or never came to be.
   *
   * @param cause why, in words for a person; null after {@link Client#disconnect}
   */
  void onDisconnected(long nanos, Throwable cause);
}
