package io.brokerbench.core.engine.measure;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Keeps a broker to the expiry of messages: it may drop a message that it has held until it
 * expired, and no other.
 *
 * <p>A broker delivers the messages of one stream in their order. So where a later message of a
 * stream has arrived before one that is missing could have expired, the broker had passed over the
 * missing one too early, and whatever time goes by afterwards, it is not excused. No message
 * expires sooner than its intended send time and the expiry: it left after the one, and the broker
 * counts from when it came. MQTT counts expiry in whole seconds, so brokers are allowed to be one
 * second early.
 *
 * <p>Over the members of a shared subscription MQTT promises no order, so nothing is shown there.
 * Not safe for use by several threads: guarded by its ledger's lock.
 */
final class ExpiryWatch {

  /** When a message was to be sent. */
  @FunctionalInterface
  interface IntendedTimes {

    /**
     * The instant, or one before it.
     *
     * @param earlier intended send time of an earlier message of the same publisher
     */
    long atLeast(int publisher, long sequence, long earlier);
  }

  private static final long SECOND = 1_000_000_000L;

  private final long heldNanos;
  private final IntendedTimes times;
  private final long[] next;
  private final long[] intendedBefore;

  /** Messages that were passed over too early, by stream; most streams have none. */
  private final Map<Integer, Set<Long>> passedOver = new HashMap<>();

  /**
   * A watch of streams that have had nothing yet.
   *
   * @param expiryNanos of each message
   */
  ExpiryWatch(int streams, long expiryNanos, IntendedTimes times) {
    this.heldNanos = expiryNanos - SECOND;
    this.times = times;
    this.next = new long[streams];
    this.intendedBefore = new long[streams];
  }

  /**
   * A delivery was made.
   *
   * @param intended send time of its message
   * @param nanos when it came
   */
  void onDelivery(int stream, int publisher, long sequence, long intended, long nanos) {
    if (sequence < next[stream]) {
      return;
    }
    for (long missing = next[stream]; missing < sequence; missing++) {
      long earlier = next[stream] == 0 ? Long.MIN_VALUE : intendedBefore[stream];
      long sent = times.atLeast(publisher, missing, earlier);
      if (sent != Long.MIN_VALUE && nanos - (sent + heldNanos) < 0) {
        passedOver.computeIfAbsent(stream, s -> new HashSet<>()).add(missing);
      }
    }
    next[stream] = sequence + 1;
    intendedBefore[stream] = intended;
  }

  /**
   * Whether the broker was allowed to drop a message that is missing.
   *
   * @param intended send time of it
   * @param endNanos when counting stopped
   */
  boolean mayHaveExpired(int stream, long sequence, long intended, long endNanos) {
    return endNanos - (intended + heldNanos) >= 0
        && !passedOver.getOrDefault(stream, Set.of()).contains(sequence);
  }
}
