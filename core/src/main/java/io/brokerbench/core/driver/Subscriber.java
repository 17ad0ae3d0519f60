package io.brokerbench.core.driver;

import java.util.OptionalInt;

/** A client that receives messages of one subscription. Calls are made on its lane's thread. */
public interface Subscriber extends Client {

  /** Subscribes; reports {@link SubscriberListener#onSubscribed}, or a disconnect where refused. */
  void subscribe();

  /**
   * How many messages it may take in all, counted from the first call on; what it withholds of the
   * others is in its {@link SubscriberSpec#withholds}. It may take a few more that come with the
   * last one, and takes as many fewer later. Stays in force when it connects again. Only from
   * drivers that have {@link DriverFeature#SLOW_CONSUMERS}, for subscribers that were made so.
   *
   * @param messages at least 0; {@link Long#MAX_VALUE} for all
   */
  default void allow(long messages) {
    throw new UnsupportedOperationException("this driver has no slow consumers");
  }

  /** Replies that wait to be written or to be acknowledged; 0 where it does not reply. */
  default int unacknowledgedReplies() {
    return 0;
  }

  /**
   * QoS 2 messages that it has answered with PUBREC, and that the broker has not released with
   * PUBREL since (MQTT, 4.3.3), in the session that it has or has lost the connection to.
   *
   * @return empty with less than QoS 2, from a slow consumer, and from drivers that do not see it
   */
  default OptionalInt unreleased() {
    return OptionalInt.empty();
  }

  /**
   * Ends the connection in an orderly way, and with it the session, so that nothing of a persistent
   * one stays on the broker. Works also while it is not connected. Reports {@link
   * ClientListener#onDisconnected} with no cause when done, or when the broker cannot be reached
   * for it.
   */
  void forget();
}
