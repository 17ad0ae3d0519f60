package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.OnOff;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Keeps a window of unacknowledged messages full for each of a lane's publishers.
 *
 * <p>The intended send time of a message is the instant at which there was a place for it, so it is
 * read from the clock when it is sent. The window is the publisher's in-flight window: a publisher
 * is offered messages until it refuses one. With QoS 0 the connection's own limit is the window.
 * Each turn gives each publisher at most {@value #BURST} messages, so that all get their share and
 * the lane reads its connections in between. While the load is off, what is under way comes to its
 * end, and nothing follows; likewise while more deliveries are owed than the load allows.
 */
final class ClosedSender implements Sender {

  private static final int BURST = 64;

  /** How often the backlog is looked at while it is too great. */
  private static final long LOOK_NANOS = 1_000_000;

  private final PublisherSlot[] slots;
  private final LaneMeter meter;
  private final Runnable wake;
  private final NanoClock clock;
  private final long nonce;
  private final long start;
  private final Optional<OnOff> onOff;
  private final SendProgressLog progress;

  /** Deliveries that may be owed. */
  private final long mostOwed;

  private long end;

  /** A publisher that asked would have taken more, and does not ask again: a turn is due. */
  private boolean unfilled;

  /**
   * For a lane.
   *
   * @param wake makes the lane come to its next turn at once
   */
  ClosedSender(
      LaneContext context, PublisherSlot[] slots, RunTimes times, LaneMeter meter, Runnable wake) {
    this.slots = slots;
    this.wake = wake;
    this.meter = meter;
    this.clock = context.clock();
    this.nonce = context.nonce();
    this.start = times.start();
    this.onOff = context.scenario().workload().onOff();
    this.mostOwed =
        context.scenario().workload().load() instanceof ClosedLoad closed
            ? closed.backlog().orElse(Integer.MAX_VALUE)
            : Integer.MAX_VALUE;
    this.end = times.steadyEnd();
    this.progress = new SendProgressLog(slots, times.start());
  }

  @Override
  public long turn(long now) {
    if (now - start < 0) {
      return start;
    }
    progress.look(now);
    if (now - end >= 0) {
      return Long.MAX_VALUE;
    }
    if (isOff(now)) {
      return nextBegin(now);
    }
    unfilled = false;
    boolean more = false;
    for (PublisherSlot slot : slots) {
      if (isBehind()) {
        return Math.min(now + LOOK_NANOS, end);
      }
      more |= fill(slot);
    }
    return more || unfilled ? now : nextLook(now);
  }

  /** Whether the broker has enough to deliver. */
  private boolean isBehind() {
    return meter.backlog() >= mostOwed;
  }

  /**
   * A publisher that could send while the broker was behind asks for nothing again: so with a limit
   * all are looked at again and again.
   */
  private long nextLook(long now) {
    return mostOwed == Integer.MAX_VALUE
        ? nextBegin(now)
        : Math.min(now + LOOK_NANOS, nextBegin(now));
  }

  private boolean isOff(long now) {
    return onOff.isPresent() && onOff.get().nextOn(now - start) > now - start;
  }

  /** When all publishers are to be offered messages again, though none has asked for any. */
  private long nextBegin(long now) {
    return onOff.isEmpty()
        ? end
        : now + Math.min(end - now, onOff.get().nextBegin(now - start) - (now - start));
  }

  @Override
  public void onReady(PublisherSlot slot) {
    long now = clock.nanoTime();
    if (now - start >= 0 && now - end < 0 && !isOff(now) && !isBehind() && fill(slot)) {
      unfilled = true;
      wake.run();
    }
  }

  /**
   * @return whether the publisher would have taken more
   */
  private boolean fill(PublisherSlot slot) {
    boolean offered = false;
    boolean refused = false;
    for (int i = 0; i < BURST; i++) {
      long now = clock.nanoTime();
      long word1 = MessageHeader.word1(slot.id(), slot.next);
      long word2 = MessageHeader.word2(nonce, now, word1, 0, slot.payloadBytes(word1));
      if (slot.next > MessageHeader.MAX_SEQUENCE
          || !slot.client().offer(slot.next, now, word1, word2)) {
        refused = true;
        break;
      }
      slot.next++;
      slot.due++;
      offered = true;
      meter.onSent(now, now);
    }
    if (offered) {
      slot.client().flush();
    }
    return !refused;
  }

  @Override
  public void endAt(long nanos) {
    end = nanos;
  }

  @Override
  public void abandonRest(long now) {
    // a closed load has no schedule that there could be a rest of
  }

  /** When a message was sent at the latest: at the next mark, or by the end of sending. */
  @Override
  public OptionalLong sentBy(int publisher, long sequence) {
    for (int i = 0; i < slots.length; i++) {
      if (slots[i].id() == publisher) {
        return OptionalLong.of(progress.sentBy(i, sequence, end - 1));
      }
    }
    return OptionalLong.empty();
  }

  @Override
  public boolean mayWait() {
    return false;
  }

  @Override
  public long deferred() {
    return 0;
  }
}
