package io.brokerbench.jms.lane;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Takes the messages of one consumer, and acknowledges or commits them batch by batch where its
 * session does not do so by itself. Used by one thread at a time.
 */
public interface BatchReceiver extends MessageListener {

  /**
   * Takes a message.
   *
   * @throws DeliveryRefusedException if it does not, so that the message must not be acknowledged
   */
  @Override
  void onMessage(Message message);

  /** Whether there is a batch that is to be settled before the next message. */
  boolean isBatchFull();

  /** Settles it. Waits for the broker; reports by itself what goes wrong. */
  void settleBatch();
}
