package io.brokerbench.core.result;

/**
 * Deliveries owed and not yet made, with the fan-out counted.
 *
 * @param highWaterMark the most at any time of the run
 * @param atSteadyStart the least of the steady state's first tenth of a second: what of the warm-up
 *     was still waiting
 * @param atSteadyEnd the least backlog of the last fifth of a second of the steady state
 * @param growing whether the broker fell behind over the steady state
 */
public record Backlog(long highWaterMark, long atSteadyStart, long atSteadyEnd, boolean growing) {

  /** A backlog of this much load at the start of the steady state shows in its latencies. */
  private static final double LEFT_OVER_SECONDS = 0.1;

  /**
   * Whether what the warm-up left was so much that the latencies of the steady state hold it.
   *
   * @param owedPerSecond deliveries owed for each second of the load
   */
  public boolean holdsWarmUp(double owedPerSecond) {
    return atSteadyStart > owedPerSecond * LEFT_OVER_SECONDS;
  }
}
