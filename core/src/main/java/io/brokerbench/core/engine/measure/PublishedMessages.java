package io.brokerbench.core.engine.measure;

import java.util.function.IntToLongFunction;

/**
 * What all publishers of a run have sent, and which of it was never acknowledged. A ledger makes up
 * its account from it.
 */
public interface PublishedMessages {

  /** Messages sent by a publisher: the sequence numbers below it. */
  long sent(int publisher);

  /** Whether a message that was sent was never acknowledged, where the QoS has acknowledgements. */
  boolean isUnacknowledged(int publisher, long sequence);

  /** Visits the messages that were never acknowledged, by publisher and sequence. */
  void forEachUnacknowledged(MessageVisitor visitor);

  /** Messages that were all acknowledged, or whose QoS has no acknowledgements. */
  static PublishedMessages acknowledged(IntToLongFunction sent) {
    return new PublishedMessages() {
      @Override
      public long sent(int publisher) {
        return sent.applyAsLong(publisher);
      }

      @Override
      public boolean isUnacknowledged(int publisher, long sequence) {
        return false;
      }

      @Override
      public void forEachUnacknowledged(MessageVisitor visitor) {
        // there are none
      }
    };
  }

  /** Is called for each of some messages. */
  @FunctionalInterface
  interface MessageVisitor {

    /** One of them. */
    void visit(int publisher, long sequence);
  }
}
