package io.brokerbench.core.engine.delay;

import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;

/**
 * Dates the messages of one lane by when the broker may deliver them: their delivery delay after
 * they were sent. Without a delay that is at once. Confined to the lane's thread; allocates nothing
 * for a message.
 *
 * <p>What a lane has sent becomes due in {@value #SLOTS} steps for each delay, so the number of
 * messages that are due may be behind by a thousandth of the delay, and is never ahead.
 */
public final class DelayMeter {

  private static final int SLOTS = 1_024;

  /**
   * Slots for one delay: fewer than there are, as the slot that is being filled is one more, and so
   * is the one that is not yet due as a whole.
   */
  private static final int SLOTS_OF_A_DELAY = 1_000;

  /** Clocks of JMS count whole milliseconds, on both sides. */
  private static final long CLOCK_NANOS = 10_000_000;

  /** The clock by which brokers wait may run faster than that by which latencies are measured. */
  private static final int CLOCK_SHARE = 1_000;

  private final long delayNanos;

  /** A delivery that comes sooner after the send is early. */
  private final long earliestNanos;

  private final long slotNanos;
  private final long[] sentInSlot;

  /** Number of the first slot that is not due. */
  private long firstSlot = Long.MIN_VALUE;

  private long waiting;
  private long early;

  /**
   * A meter without messages.
   *
   * @param delay that each message has; zero for none
   */
  public DelayMeter(Duration delay) {
    this.delayNanos = delay.toNanos();
    this.earliestNanos =
        delay.isZero() ? Long.MIN_VALUE : delayNanos - CLOCK_NANOS - delayNanos / CLOCK_SHARE;
    this.slotNanos = delayNanos / SLOTS_OF_A_DELAY + 1;
    this.sentInSlot = delay.isZero() ? new long[0] : new long[SLOTS];
  }

  /** As the producers of a scenario ask for it. */
  public static DelayMeter of(Scenario scenario) {
    return new DelayMeter(scenario.session().deliveryDelay());
  }

  /** A message was sent. */
  public void onSent(long nanos) {
    if (delayNanos == 0) {
      return;
    }
    turn(nanos);
    waiting++;
    sentInSlot[Math.floorMod(Math.floorDiv(nanos, slotNanos), SLOTS)]++;
  }

  /** Lets what was sent at least the delay ago be due. */
  public void turn(long now) {
    if (delayNanos == 0) {
      return;
    }
    long end = Math.floorDiv(now - delayNanos, slotNanos);
    if (waiting == 0 || end - firstSlot > SLOTS) {
      firstSlot = Math.max(firstSlot, waiting == 0 ? end : end - SLOTS);
    }
    for (; firstSlot < end; firstSlot++) {
      int slot = Math.floorMod(firstSlot, SLOTS);
      waiting -= sentInSlot[slot];
      sentInSlot[slot] = 0;
    }
  }

  /** Messages that were sent and are not due yet, as of the last turn. */
  public long waiting() {
    return waiting;
  }

  /**
   * Time from when a message was due to its delivery, and whether it came too early for that.
   *
   * @param sinceIntendedNanos from the intended send time to the delivery
   * @param sendDelayNanos of the message
   * @return less than 0 where it came early, be it within what clocks differ by
   */
  public long latencyNanos(long sinceIntendedNanos, long sendDelayNanos) {
    if (sinceIntendedNanos - sendDelayNanos < earliestNanos) {
      early++;
    }
    return sinceIntendedNanos - delayNanos;
  }

  /** Deliveries that came early. */
  public long early() {
    return early;
  }
}
