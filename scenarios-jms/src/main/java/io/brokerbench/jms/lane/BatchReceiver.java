package io.brokerbench.jms.lane;

import jakarta.jms.MessageListener;

/**
 * Takes the messages of one consumer, and acknowledges or commits them batch by batch where its
 * session does not do so by itself. Used by one thread at a time.
 */
public interface BatchReceiver extends MessageListener {

  /** Whether there is a batch that is to be settled before the next message. */
  boolean isBatchFull();

  /** Settles it. Waits for the broker; reports by itself what goes wrong. */
  void settleBatch();
}
