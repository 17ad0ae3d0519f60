package io.brokerbench.core.engine.latency;

import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.scenario.Scenario;
import java.util.Arrays;

/**
 * Finds the p99 of the latencies of each 25 ms of load. A stall of the machine spoils one or two of
 * them, where it may be all that the p99 of a whole run shows. Confined to a lane's thread; does
 * not allocate.
 *
 * <p>The p99 is that of HdrHistogram: the least value that 99 % do not exceed; of fewer than 100,
 * that is the highest.
 */
public final class TailWindow {

  /** Fewest latencies of a window, for which it takes longer where there are few. */
  static final int LEAST = 25;

  /** Most latencies of a window, and those of one whose rate is not known. */
  static final int MOST = 500;

  /** In parts of a second: 25 ms. Stalls come a few times a second, so most windows have none. */
  private static final double PER_SECOND = 40;

  private final int deliveries;

  /** The highest so far in ascending order: the first is the p99 once the window is full. */
  private final long[] highest;

  private int count;

  /**
   * An empty window.
   *
   * @param deliveries latencies of a window, 1 or more
   */
  TailWindow(int deliveries) {
    this.deliveries = deliveries;
    this.highest = new long[deliveries / 100 + 1];
    clear();
  }

  /**
   * An empty window of so many latencies as the load of a scenario makes in 25 ms. A burst to many
   * consumers is one window at least, as its deliveries come in the order of their latencies.
   *
   * @param share of all deliveries that the lane has, more than 0 and at most 1
   */
  public static TailWindow of(Scenario scenario, double share) {
    double atOnce = scenario.topology().fanOut() * share;
    double deliveries = MOST;
    if (scenario.workload().load() instanceof OpenLoad open) {
      deliveries = Math.min(MOST, open.peakRate().perSecond() * atOnce / PER_SECOND);
    }
    return new TailWindow((int) Math.max(LEAST, Math.round(Math.max(deliveries, atOnce))));
  }

  /** Latencies of a window. */
  int deliveries() {
    return deliveries;
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
    return ++count == deliveries;
  }

  private void insert(long nanos) {
    int at = 0;
    while (at + 1 < highest.length && highest[at + 1] < nanos) {
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
