package io.brokerbench.core.engine.lane;

import java.util.OptionalLong;

/** Brings one lane's messages to its publishers. Confined to the lane's thread. */
public interface Sender {

  /**
   * Sends what is due.
   *
   * @param now start of the turn
   * @return when to come again; {@link Long#MAX_VALUE} when there is nothing more
   */
  long turn(long now);

  /** A publisher that refused a message takes some again. */
  void onReady(PublisherSlot slot);

  /** No message that falls due at or after this instant is sent any more. */
  void endAt(long nanos);

  /**
   * Sending is over: what fell due and was never come to is counted as due, and as late as it is.
   *
   * @param now when it was given up
   */
  void abandonRest(long now);

  /** Whether the next turn may come a little later than asked, so that more falls due in it. */
  boolean mayWait();

  /**
   * When a message was sent at the latest, where no schedule says when it was due.
   *
   * @return empty for a publisher of another lane, and with a schedule
   */
  default OptionalLong sentBy(int publisher, long sequence) {
    return OptionalLong.empty();
  }

  /** Messages that fell due and are still waiting for their connection. */
  long deferred();

  /** Sends nothing. */
  Sender NONE =
      new Sender() {

        @Override
        public long turn(long now) {
          return Long.MAX_VALUE;
        }

        @Override
        public void onReady(PublisherSlot slot) {
          // it has nothing to send
        }

        @Override
        public void endAt(long nanos) {
          // it has not begun
        }

        @Override
        public void abandonRest(long now) {
          // there is no rest
        }

        @Override
        public boolean mayWait() {
          return true;
        }

        @Override
        public long deferred() {
          return 0;
        }
      };
}
