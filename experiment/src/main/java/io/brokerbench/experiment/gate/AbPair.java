package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.Bounds;
import java.util.Objects;

/**
 * One run of each side, one right after the other.
 *
 * @param number from 1, in the order in which they were run
 * @param first the side that was run first
 * @param baselineRun file in the same folder that holds the baseline's run, a result document; of a
 *     stored baseline, its name and the number of the repetition
 * @param candidateRun file that holds the candidate's run
 */
public record AbPair(
    @Bounds(min = 1) int number, Side first, String baselineRun, String candidateRun) {

  /** Checks that all is there. */
  public AbPair {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(baselineRun, "baselineRun");
    Objects.requireNonNull(candidateRun, "candidateRun");
  }
}
