package io.brokerbench.core.engine;

import java.util.function.LongConsumer;

/**
 * Which messages of one publisher were acknowledged: all below a watermark, and some above it.
 * Memory is a bit for each message between the first unacknowledged one and the last acknowledged
 * one. Allocates nothing once it has grown. Confined to its lane's thread.
 */
final class AcknowledgedSequences {

  private long watermark;

  /** A bit for each sequence from the watermark on, at its remainder by the capacity. */
  private long[] ring = new long[1];

  void add(long sequence) {
    if (sequence < watermark) {
      return;
    }
    while (sequence - watermark >= capacity()) {
      grow();
    }
    set(sequence);
    while (isSet(watermark)) {
      clear(watermark++);
    }
  }

  /** Tells the sequences below a limit that were not acknowledged, in order. */
  void forEachMissing(long limit, LongConsumer action) {
    for (long sequence = watermark; sequence < limit; sequence++) {
      if (!contains(sequence)) {
        action.accept(sequence);
      }
    }
  }

  boolean contains(long sequence) {
    return sequence < watermark || (sequence - watermark < capacity() && isSet(sequence));
  }

  private long capacity() {
    return (long) ring.length * Long.SIZE;
  }

  private void grow() {
    long[] old = ring;
    long end = watermark + capacity();
    ring = new long[old.length * 2];
    for (long sequence = watermark; sequence < end; sequence++) {
      int index = (int) (sequence % ((long) old.length * Long.SIZE));
      if ((old[index / Long.SIZE] & (1L << index)) != 0) {
        set(sequence);
      }
    }
  }

  private boolean isSet(long sequence) {
    int index = (int) (sequence % capacity());
    return (ring[index / Long.SIZE] & (1L << index)) != 0;
  }

  private void set(long sequence) {
    int index = (int) (sequence % capacity());
    ring[index / Long.SIZE] |= 1L << index;
  }

  private void clear(long sequence) {
    int index = (int) (sequence % capacity());
    ring[index / Long.SIZE] &= ~(1L << index);
  }
}
