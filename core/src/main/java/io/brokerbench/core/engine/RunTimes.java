package io.brokerbench.core.engine;

import io.brokerbench.core.scenario.Phases;

/**
 * The instants of a run on its clock.
 *
 * @param start of sending, and of the warm-up
 * @param steadyStart end of the warm-up
 * @param steadyEnd end of the steady state, and of sending
 */
record RunTimes(long start, long steadyStart, long steadyEnd) {

  static RunTimes from(long start, Phases phases) {
    long steadyStart = start + phases.warmUp().toNanos();
    return new RunTimes(start, steadyStart, steadyStart + phases.steady().toNanos());
  }

  /** The same, with sending and the steady state ended at an instant, if that is earlier. */
  RunTimes endingAt(long nanos) {
    if (nanos - steadyEnd >= 0) {
      return this;
    }
    return new RunTimes(start, nanos - steadyStart < 0 ? nanos : steadyStart, nanos);
  }

  boolean isSteady(long nanos) {
    return nanos - steadyStart >= 0 && nanos - steadyEnd < 0;
  }
}
