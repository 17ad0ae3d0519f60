package io.brokerbench.core.engine.assignment;

/**
 * How far another clock is from this process's.
 *
 * @param offsetNanos the other one's reading less ours at the same instant, as near as it is known
 * @param errorNanos by how much that may be wrong, either way: half of the round trip of the
 *     reading
 */
public record ClockReading(long offsetNanos, long errorNanos) {

  /**
   * By how much a clock may have been wrong at any time between two readings, where it was set by
   * the first: what either may be wrong by, and how far it has moved.
   */
  long boundUntil(ClockReading later) {
    return Math.max(errorNanos, later.errorNanos) + Math.abs(later.offsetNanos - offsetNanos);
  }
}
