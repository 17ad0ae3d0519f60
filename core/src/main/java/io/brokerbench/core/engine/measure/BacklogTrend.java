package io.brokerbench.core.engine.measure;

import java.util.List;

/**
 * Whether a broker fell behind over the steady state, as opposed to a backlog that comes and goes.
 *
 * <p>The measure is the <em>least</em> backlog of short equal intervals, as a burst raises a
 * maximum or a mean, and only a broker that falls behind raises the minimum. A broker fell behind
 * by either of two rules:
 *
 * <ul>
 *   <li><em>It ended behind</em>: the backlog at the end of the steady state is above the one at
 *       its start by more than {@value #LEAST_GROWTH} of the deliveries owed in the steady state,
 *       and by more than half a second's deliveries. It does not matter when the growth began.
 *   <li><em>It grew all the time</em>: the steady state is cut in {@value #PARTS} parts; each
 *       part's least is above the one before, and the growth over all is more than {@value
 *       #LEAST_GROWTH} of the deliveries owed. Five independent values rise by chance once in 120
 *       times; the second condition holds off that.
 * </ul>
 *
 * @param leasts the least backlog of each of many equal intervals of the steady state, in their
 *     order
 * @param ofWarmUp deliveries owed for messages that were due before the steady state: no more can
 *     have waited at its start, however late the first reading came
 * @param deliveries owed over the steady state
 * @param seconds length of the steady state
 */
public record BacklogTrend(List<Long> leasts, long ofWarmUp, double deliveries, double seconds) {

  /** Parts of the steady state that are compared. */
  static final int PARTS = 5;

  /** Least growth, as a share of the deliveries owed in the steady state. */
  static final double LEAST_GROWTH = 0.005;

  /** Least backlog of a broker that ended behind, in seconds of load. */
  static final double LEAST_SECONDS = 0.5;

  /** Intervals that the end is read from: one alone could be a reading that came late. */
  private static final int LAST = 2;

  /** Copies the list. */
  public BacklogTrend {
    leasts = List.copyOf(leasts);
  }

  /** The backlog at the start of the steady state: what the warm-up left; 0 if not known. */
  public long atStart() {
    return leasts.isEmpty() ? 0 : Math.min(leasts.get(0), ofWarmUp);
  }

  /** The backlog at the end of the steady state; 0 if not known. */
  public long atEnd() {
    return leasts.subList(Math.max(0, leasts.size() - LAST), leasts.size()).stream()
        .mapToLong(Long::longValue)
        .min()
        .orElse(0);
  }

  /**
   * Whether the broker fell behind.
   *
   * @param dropped deliveries that it was free to drop, and that never came: they stay in the
   *     backlog, and nothing waits
   */
  public boolean fellBehind(long dropped) {
    return endedBehind(dropped) || grewAllTheTime(dropped);
  }

  private boolean endedBehind(long dropped) {
    double perSecond = seconds <= 0 ? 0 : deliveries / seconds;
    return leasts.size() >= PARTS
        && atEnd() - dropped - atStart()
            > Math.max(deliveries * LEAST_GROWTH, perSecond * LEAST_SECONDS);
  }

  private boolean grewAllTheTime(long dropped) {
    if (leasts.size() < PARTS) {
      return false;
    }
    long first = 0;
    long before = -1;
    for (int part = 0; part < PARTS; part++) {
      int from = part * leasts.size() / PARTS;
      int to = (part + 1) * leasts.size() / PARTS;
      long least = leasts.subList(from, to).stream().mapToLong(Long::longValue).min().orElseThrow();
      if (least <= before) {
        return false;
      }
      if (part == 0) {
        first = least;
      }
      before = least;
    }
    return before - dropped - first > deliveries * LEAST_GROWTH;
  }
}
