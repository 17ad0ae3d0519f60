package io.brokerbench.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.HexFormat;

/**
 * What a session does with each message that has a header, beside reporting it. On the thread that
 * delivers, but for {@link #unacknowledgedReplies}.
 */
interface ReceiverRole {

  /** Of a consumer: nothing. */
  ReceiverRole CONSUMER = (message, word1) -> true;

  /** Of a requester: each message is a reply, which says of which request. */
  ReceiverRole REQUESTER =
      (message, word1) -> correlation(word1).equals(message.getJMSCorrelationID());

  /**
   * Whether the message is as the role requires.
   *
   * @param word1 second word of its payload
   */
  boolean accepts(Message message, long word1) throws JMSException;

  /**
   * The message has been reported. May wait.
   *
   * @param header its first bytes, which have been read from it
   * @param length bytes of the whole payload
   */
  default void onReported(Message message, byte[] header, int length) throws JMSException {}

  /** Replies that the broker has not taken over. From any thread. */
  default int unacknowledgedReplies() {
    return 0;
  }

  /** The session is about to be closed: nothing waits any more. From any thread. */
  default void end() {}

  /** What a request is recognised by: its word as 16 hexadecimal digits. */
  static String correlation(long word1) {
    return HexFormat.of().toHexDigits(word1);
  }
}
