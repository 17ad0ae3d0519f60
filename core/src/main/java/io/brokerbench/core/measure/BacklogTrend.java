package io.brokerbench.core.measure;

import java.util.List;

/**
 * Tells a backlog that grows monotonically from one that comes and goes.
 *
 * <p>The steady state is cut in {@value #PARTS} parts, and of each part the <em>least</em> backlog
 * counts, as bursts raise a maximum or a mean, and only a broker that falls behind raises the
 * minimum. It is growing when each part's least is above the one before, and the growth over all is
 * more than {@value #LEAST_GROWTH} of the deliveries of the steady state. Five independent values
 * rise by chance once in 120 times; the second condition holds off that.
 */
public final class BacklogTrend {

  /** Parts of the steady state that are compared. */
  static final int PARTS = 5;

  /** Least growth, as a share of the deliveries owed in the steady state. */
  static final double LEAST_GROWTH = 0.005;

  private BacklogTrend() {}

  /**
   * Whether a backlog grows.
   *
   * @param leasts the least backlog of each of many equal intervals of the steady state, in order;
   *     at least {@value #PARTS}, or there is no trend to be seen
   * @param deliveries owed over the steady state
   */
  public static boolean isGrowing(List<Long> leasts, double deliveries) {
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
    return before - first > deliveries * LEAST_GROWTH;
  }
}
