package io.brokerbench.experiment.study;

import java.time.Duration;

/**
 * How a study stands, between two cells.
 *
 * @param done cells that are finished, by this process or before
 * @param total cells of the matrix
 * @param left estimate of the time for the others, from how long cells took; before the first, from
 *     the lengths that are planned
 */
public record StudyProgress(int done, int total, Duration left) {}
