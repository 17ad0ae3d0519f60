package io.brokerbench.experiment.gate;

import io.brokerbench.experiment.metric.RunMeasurement;

/**
 * A run that does not count.
 *
 * @param side whose run it was
 * @param status why it does not count
 * @param reason the same in words and figures
 * @param run file that holds the run
 */
public record RejectedRun(Side side, RunMeasurement.Status status, String reason, String run) {}
