package io.brokerbench.core.engine.measure;

import java.util.Arrays;

/**
 * Finds the p99 of each {@value #DELIVERIES} latencies. A stall of the machine spoils one or two of
 * them, where it may be all that the p99 of a whole run shows. Confined to a lane's thread; does
 * not allocate.
 *
 * <p>The p99 is that of HdrHistogram: the least value that 99 % do not exceed.
 */
public final class TailWindow {

  /** Latencies of a window. */
  public static final int DELIVERIES = 500;

  private static final int HIGHEST = DELIVERIES - DELIVERIES * 99 / 100 + 1;

  /** The highest so far in ascending order: the first is the p99 once the window is full. */
  private final long[] highest = new long[HIGHEST];

  private int count;

  /** An empty window. */
  public TailWindow() {
    clear();
  }

  /**
   * Takes in a latency.
   *
   * @return whether the window is full: then {@link #takeP99} has its p99, and begins the next
   */
  public boolean add(long nanos) {
    if (nanos > highest[0]) {
      insert(nanos);
    }
    return ++count == DELIVERIES;
  }

  private void insert(long nanos) {
    int at = 0;
    while (at + 1 < HIGHEST && highest[at + 1] < nanos) {
      highest[at] = highest[at + 1];
      at++;
    }
    highest[at] = nanos;
  }

  /** The p99 of a full window in nanoseconds; empties it. */
  public long takeP99() {
    long p99 = highest[0];
    clear();
    return p99;
  }

  private void clear() {
    Arrays.fill(highest, Long.MIN_VALUE);
    count = 0;
  }
}
