package io.brokerbench.core.gate;

import io.brokerbench.core.metric.Measured;

/**
 * A run that doesn't count, so that its pair was run again.
 *
 * @param side whose run it was
 * @param status why it doesn't count
 * @param reason the same in words and figures
 * @param run name of its document
 */
public record RejectedRun(Side side, Measured.Status status, String reason, String run) {}
