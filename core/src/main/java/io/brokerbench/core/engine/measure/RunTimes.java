package io.brokerbench.core.engine.measure;

import io.brokerbench.core.scenario.Phases;

/**
 * The instants of a run on its clock.
 *
 * @param start of sending, and of the warm-up
 * @param steadyStart end of the warm-up
 * @param steadyEnd end of the steady state, and of sending
 */
public record RunTimes(long start, long steadyStart, long steadyEnd) {

  /** Those of a run whose warm-up takes as long as it may. */
  public static RunTimes from(long start, Phases phases) {
    long steadyStart = start + phases.longestWarmUp().toNanos();
    return new RunTimes(start, steadyStart, steadyStart + phases.steady().toNanos());
  }

  /** The same, with a steady state of the same length that begins at an instant. */
  public RunTimes steadyFrom(long nanos) {
    return new RunTimes(start, nanos, nanos + (steadyEnd - steadyStart));
  }

  /** The same, with sending and the steady state ended at an instant, if that is earlier. */
  public RunTimes endingAt(long nanos) {
    if (nanos - steadyEnd >= 0) {
      return this;
    }
    return new RunTimes(start, nanos - steadyStart < 0 ? nanos : steadyStart, nanos);
  }

  /**
   * 1 in the steady state, 0 outside. Computed without a branch: a branch that the warm-up never
   * takes would be compiled away, and taken for the first time in the steady state, where the
   * compiled code would have to be thrown away just when it counts.
   */
  public int steadyFlag(long nanos) {
    return (int) (((steadyStart - 1 - nanos) & (nanos - steadyEnd)) >>> 63);
  }
}
