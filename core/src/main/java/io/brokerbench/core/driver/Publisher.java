package io.brokerbench.core.driver;

/** A client that sends messages to one topic. Calls are made on its lane's thread. */
public interface Publisher extends Client {

  /**
   * Takes a message, to be written at the next {@link #flush}.
   *
   * <p>The first 24 bytes of the payload are the three words, big-endian. A driver that sends a
   * message again sends the same words. Allocates nothing in the steady state.
   *
   * @param sequence number of the message, reported back with its acknowledgement
   * @param word0 the intended send time, reported back with the acknowledgement
   * @param word1 second word of the header
   * @param word2 third word of the header
   *     <p>Messages that were taken and not acknowledged when a connection ends stay the driver's:
   *     it sends them again on the next connection, with the same words.
   * @return false when the message cannot be taken now (not connected, in-flight window full, or
   *     the connection accepts no more bytes): the caller keeps it. {@link
   *     PublisherListener#onReady} signals when to offer it again; without a connection, {@link
   *     ClientListener#onConnected} does
   */
  boolean offer(long sequence, long word0, long word1, long word2);

  /** Writes what was offered. */
  void flush();

  /**
   * Publishes an empty message with RETAIN after all that was offered, so that the broker drops the
   * one that it has for the topic (MQTT 3.1.1, section 3.3.1.3). Nothing is reported of it, and
   * nothing is done without a connection. Only for publishers that send with RETAIN.
   */
  default void clearRetained() {}

  /**
   * Ends the connection in an orderly way, and with it a session that persists; as {@link
   * Subscriber#forget}. Only for publishers that were made persistent.
   */
  default void forget() {
    disconnect();
  }

  /** Messages taken whose acknowledgement is missing; 0 with QoS 0. */
  int unacknowledged();
}
