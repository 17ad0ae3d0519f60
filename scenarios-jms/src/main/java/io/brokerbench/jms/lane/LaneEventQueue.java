package io.brokerbench.jms.lane;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What one thread of the library reports to one lane, in order of arrival: a ring of numbers. One
 * thread puts, one takes; neither takes a lock or wakes the other, and nothing is allocated. The
 * thread that puts waits while there is no room.
 */
public final class LaneEventQueue {

  /** Hears of each entry. */
  @FunctionalInterface
  public interface Reader {
    /** One entry, as it was put. */
    void read(long nanos, long word0, long word1, long word2, long tag);
  }

  private static final int CAPACITY = 8192;
  private static final int FIELDS = 5;
  private static final long FULL_PARK_NANOS = 50_000;

  private final long[] ring = new long[CAPACITY * FIELDS];
  private final AtomicLong put = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();
  private volatile boolean closed;

  /** An empty one. */
  public LaneEventQueue() {}

  /** Puts an entry, once there is room; does nothing once it is closed. */
  public void put(long nanos, long word0, long word1, long word2, long tag) {
    long at = put.getPlain();
    while (at - taken.getAcquire() == CAPACITY) {
      if (closed) {
        return;
      }
      LockSupport.parkNanos(FULL_PARK_NANOS);
    }
    int base = (int) (at % CAPACITY) * FIELDS;
    ring[base] = nanos;
    ring[base + 1] = word0;
    ring[base + 2] = word1;
    ring[base + 3] = word2;
    ring[base + 4] = tag;
    put.setRelease(at + 1);
  }

  /** Takes all that is there. */
  public void drainTo(Reader reader) {
    long at = taken.getPlain();
    long end = put.getAcquire();
    for (; at != end; at++) {
      int base = (int) (at % CAPACITY) * FIELDS;
      reader.read(ring[base], ring[base + 1], ring[base + 2], ring[base + 3], ring[base + 4]);
      taken.setRelease(at + 1);
    }
  }

  /** No entry is taken any more: a thread that waits to put goes on. */
  public void close() {
    closed = true;
  }
}
