package io.brokerbench.core.engine.lane;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A lane's running totals, for others to look at. Written by the lane once per turn, wait-free;
 * each value is as of the lane's last turn.
 */
public final class LaneGauges {

  private static final int SENT = 0;
  private static final int ACKNOWLEDGED = 1;
  private static final int RECEIVED = 2;
  private static final int DEFERRED = 3;
  private static final int SENDING_ENDED = 4;
  private static final int UNANSWERED = 5;
  private static final int ARRIVALS = 6;
  private static final int SIZE = 16;

  private final AtomicLongArray values = new AtomicLongArray(SIZE);

  /**
   * Publishes them.
   *
   * @param arrivals messages and requests that came, repeated and damaged ones too
   * @param walkEnded whether nothing more falls due, all that was sent may be delivered, all
   *     clients of a storm have acted, and no takeover is open
   */
  void update(LaneMeter meter, long arrivals, long deferred, boolean walkEnded, long unanswered) {
    values.setRelease(SENT, meter.sent());
    values.setRelease(ACKNOWLEDGED, meter.acknowledged());
    values.setRelease(RECEIVED, meter.received());
    values.setRelease(ARRIVALS, arrivals);
    values.setRelease(DEFERRED, deferred);
    values.setRelease(UNANSWERED, unanswered);
    values.setRelease(SENDING_ENDED, walkEnded ? 1 : 0);
  }

  public long sent() {
    return values.getAcquire(SENT);
  }

  public long acknowledged() {
    return values.getAcquire(ACKNOWLEDGED);
  }

  public long received() {
    return values.getAcquire(RECEIVED);
  }

  public long arrivals() {
    return values.getAcquire(ARRIVALS);
  }

  /** Answers that clients wait for: acknowledgements and releases; 0 while messages fall due. */
  public long unanswered() {
    return values.getAcquire(UNANSWERED);
  }

  /**
   * Whether everything that fell due was sent, nothing waits for an answer, no client of a storm is
   * still to act, and in a takeover no first connection waits for its end.
   */
  public boolean isSendingDone() {
    return values.getAcquire(SENDING_ENDED) == 1
        && values.getAcquire(DEFERRED) == 0
        && unanswered() == 0;
  }
}
