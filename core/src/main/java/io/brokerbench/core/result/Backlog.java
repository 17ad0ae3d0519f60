package io.brokerbench.core.result;

/**
 * Deliveries owed and not yet made, with the fan-out counted.
 *
 * @param highWaterMark the most at any time of the run
 * @param growing whether it grew monotonically over the steady state
 */
public record Backlog(long highWaterMark, boolean growing) {}
