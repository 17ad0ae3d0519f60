package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.Bounds;
import java.util.List;
import java.util.Objects;

/**
 * One round: a fresh broker of each side, loaded in turns.
 *
 * @param number from 1, in the order in which they were run
 * @param first the side whose turn was first
 * @param baselineRuns files in the same folder that hold the baseline's runs, result documents, in
 *     their order; of a stored baseline, its name and the number of the repetition
 * @param candidateRuns files that hold the candidate's runs
 */
public record AbRound(
    @Bounds(min = 1) int number,
    Side first,
    List<String> baselineRuns,
    List<String> candidateRuns) {

  /** Copies the lists. */
  public AbRound {
    Objects.requireNonNull(first, "first");
    baselineRuns = List.copyOf(baselineRuns);
    candidateRuns = List.copyOf(candidateRuns);
  }
}
