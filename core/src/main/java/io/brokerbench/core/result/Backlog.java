package io.brokerbench.core.result;

/**
 * Deliveries owed and not yet made, with the fan-out counted.
 *
 * @param highWaterMark the most at any time of the run
 * @param atSteadyStart the least of the steady state's first tenth of a second: what of the warm-up
 *     was still waiting
 * @param growing whether it grew monotonically over the steady state
 */
public record Backlog(long highWaterMark, long atSteadyStart, boolean growing) {}
