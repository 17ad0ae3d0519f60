package io.brokerbench.core.engine.measure;

import java.util.function.LongConsumer;

/**
 * Which messages of one publisher were acknowledged: all below a watermark, and some above it.
 *
 * <p>64 messages above the watermark fit in one {@code long}. Only a message that stays
 * unacknowledged for longer than that makes the window grow, to a bit for each message between it
 * and the last acknowledged one. Allocates nothing once it has grown. Confined to its lane's
 * thread.
 */
public final class AcknowledgedSequences {

  private long watermark;

  /**
   * A bit for each sequence from the watermark on: bit 0 is the watermark's own. Without a ring.
   */
  private long window;

  /** The same in as many words as it takes, each sequence at its remainder by the capacity. */
  private long[] ring;

  /**
   * Adds a message.
   *
   * @return false if it was acknowledged before
   */
  public boolean add(long sequence) {
    if (contains(sequence)) {
      return false;
    }
    if (ring == null && sequence - watermark >= Long.SIZE) {
      ring = new long[] {Long.rotateLeft(window, (int) watermark)};
    }
    if (ring == null) {
      window |= 1L << (sequence - watermark);
      int done = Long.numberOfTrailingZeros(~window);
      watermark += done;
      window = done == Long.SIZE ? 0 : window >>> done;
      return true;
    }
    while (sequence - watermark >= capacity()) {
      grow();
    }
    set(sequence);
    while (isSet(watermark)) {
      clear(watermark++);
    }
    return true;
  }

  /** Visits the sequences below a limit that were not acknowledged, in ascending order. */
  public void forEachMissing(long limit, LongConsumer action) {
    for (long sequence = watermark; sequence < limit; sequence++) {
      if (!contains(sequence)) {
        action.accept(sequence);
      }
    }
  }

  boolean contains(long sequence) {
    if (sequence < watermark) {
      return true;
    }
    long distance = sequence - watermark;
    return ring == null
        ? distance < Long.SIZE && (window & (1L << distance)) != 0
        : distance < capacity() && isSet(sequence);
  }

  private long capacity() {
    return (long) ring.length * Long.SIZE;
  }

  private void grow() {
    long[] old = ring;
    long end = watermark + capacity();
    ring = new long[old.length * 2];
    for (long sequence = watermark; sequence < end; sequence++) {
      int index = (int) (sequence & ((long) old.length * Long.SIZE - 1));
      if ((old[index / Long.SIZE] & (1L << index)) != 0) {
        set(sequence);
      }
    }
  }

  private int index(long sequence) {
    return (int) (sequence & (capacity() - 1));
  }

  private boolean isSet(long sequence) {
    int index = index(sequence);
    return (ring[index / Long.SIZE] & (1L << index)) != 0;
  }

  private void set(long sequence) {
    int index = index(sequence);
    ring[index / Long.SIZE] |= 1L << index;
  }

  private void clear(long sequence) {
    int index = index(sequence);
    ring[index / Long.SIZE] &= ~(1L << index);
  }
}
