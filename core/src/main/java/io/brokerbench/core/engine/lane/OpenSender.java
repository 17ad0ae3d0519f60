package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.ArrivalSchedule;

/**
 * Sends one lane's share of an arrival schedule.
 *
 * <p>Message <i>i</i> of the run is number <i>i / P</i> of publisher <i>i mod P</i>. The lane walks
 * through its own publishers' indices in their order, and so comes to each message in the order of
 * intended send times. A message that its publisher refuses stays that publisher's next one, with
 * its intended send time, until the publisher is ready; the walk goes on with the others, so
 * lateness of the walk itself is the generator's own.
 */
public final class OpenSender implements Sender {

  /** Longest turn before the lane reads its connections again. */
  private static final long MAX_TURN_NANOS = 1_000_000;

  /**
   * The same for a batch, whose messages are dated before they are written together: so no more
   * than this of the tool's own time is in the service time of a message.
   */
  private static final long MAX_BATCH_NANOS = 200_000;

  /** In a batch, the clock is read once for this many messages. */
  private static final int CLOCK_STRIDE = 16;

  private final ArrivalSchedule schedule;
  private final PublisherSlot[] slots;
  private final int publishers;
  private final LaneMeter meter;
  private final NanoClock clock;
  private final long nonce;
  private final long start;

  private long end;
  private long round;
  private int position;
  private long nextIntended;
  private long deferred;

  public OpenSender(
      LaneContext context,
      ArrivalSchedule schedule,
      PublisherSlot[] slots,
      RunTimes times,
      LaneMeter meter) {
    this.schedule = schedule;
    this.slots = slots;
    this.publishers = context.scenario().topology().publishers();
    this.meter = meter;
    this.clock = context.clock();
    this.nonce = context.nonce();
    this.start = times.start();
    this.end = times.steadyEnd();
    this.nextIntended = slots.length == 0 ? Long.MAX_VALUE : intended(slots[0], 0);
  }

  private long intended(PublisherSlot slot, long sequence) {
    return start + schedule.offsetNanos(sequence * publishers + slot.id());
  }

  @Override
  public long turn(long turnStart) {
    if (nextIntended == Long.MAX_VALUE || nextIntended - turnStart > 0) {
      return nextIntended;
    }
    boolean batch = intended(slots[position], round + 1) - turnStart <= 0;
    return batch ? batchTurn(turnStart) : singleTurn(turnStart);
  }

  /**
   * Few messages, each to another publisher: each is written at once, with its own clock reading.
   */
  private long singleTurn(long turnStart) {
    long now = turnStart;
    while (nextIntended - now <= 0 && now - turnStart < MAX_TURN_NANOS) {
      PublisherSlot slot = slots[position];
      if (offerDue(slot, now)) {
        slot.client().flush();
      }
      advance();
      now = clock.nanoTime();
    }
    return nextIntended;
  }

  /**
   * Several messages for each publisher: they are collected, and written once for each publisher.
   */
  private long batchTurn(long turnStart) {
    long now = turnStart;
    int count = 0;
    while (nextIntended - now <= 0) {
      PublisherSlot slot = slots[position];
      slot.touched |= offerDue(slot, now);
      advance();
      if (++count % CLOCK_STRIDE == 0) {
        now = clock.nanoTime();
        if (now - turnStart > MAX_BATCH_NANOS) {
          break;
        }
      }
    }
    for (PublisherSlot slot : slots) {
      if (slot.touched) {
        slot.touched = false;
        slot.client().flush();
      }
    }
    return nextIntended;
  }

  private boolean offerDue(PublisherSlot slot, long now) {
    meter.onDue(now - nextIntended, nextIntended);
    boolean waiting = slot.next < slot.due;
    slot.due++;
    if (!waiting && offer(slot, nextIntended, now)) {
      return true;
    }
    deferred++;
    meter.onBackPressured();
    return false;
  }

  private boolean offer(PublisherSlot slot, long intendedNanos, long now) {
    long word1 = MessageHeader.word1(slot.id(), slot.next);
    long word2 =
        MessageHeader.word2(
            nonce, intendedNanos, word1, now - intendedNanos, slot.payloadBytes(word1));
    if (!slot.client().offer(slot.next, intendedNanos, word1, word2)) {
      return false;
    }
    slot.next++;
    meter.onSent(intendedNanos, now);
    return true;
  }

  private void advance() {
    if (++position == slots.length) {
      position = 0;
      round++;
    }
    nextIntended = intended(slots[position], round);
    if (nextIntended - end >= 0) {
      nextIntended = Long.MAX_VALUE;
    }
  }

  @Override
  public void onReady(PublisherSlot slot) {
    if (slot.next == slot.due) {
      return;
    }
    long now = clock.nanoTime();
    boolean offered = false;
    while (slot.next < slot.due && offer(slot, intended(slot, slot.next), now)) {
      deferred--;
      offered = true;
    }
    if (offered) {
      slot.client().flush();
    }
  }

  @Override
  public void endAt(long nanos) {
    end = nanos;
    if (nextIntended - end >= 0) {
      nextIntended = Long.MAX_VALUE;
    }
  }

  @Override
  public void abandonRest(long now) {
    while (nextIntended - now <= 0) {
      meter.onDue(now - nextIntended, nextIntended);
      advance();
    }
    nextIntended = Long.MAX_VALUE;
  }

  @Override
  public boolean mayWait() {
    return true;
  }

  @Override
  public long deferred() {
    return deferred;
  }
}
