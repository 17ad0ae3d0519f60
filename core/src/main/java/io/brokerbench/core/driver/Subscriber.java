package io.brokerbench.core.driver;

/** A client that receives messages of one subscription. Calls are made on its lane's thread. */
public interface Subscriber extends Client {

  /** Subscribes; reports {@link SubscriberListener#onSubscribed}, or a disconnect where refused. */
  void subscribe();

  /** Replies that wait to be written or to be acknowledged; 0 where it does not reply. */
  default int unacknowledgedReplies() {
    return 0;
  }

  /**
   * Ends the connection in an orderly way, and with it the session, so that nothing of a persistent
   * one stays on the broker. Works also while it is not connected. Reports {@link
   * ClientListener#onDisconnected} with no cause when done, or when the broker cannot be reached
   * for it.
   */
  void forget();
}
