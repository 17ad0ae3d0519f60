package io.brokerbench.core.gate;

import java.util.Objects;

/**
 * One run of each side, one right after the other.
 *
 * @param number from 1
 * @param first the side that was run first
 * @param baselineRun name of the document of the baseline's run
 * @param candidateRun name of the document of the candidate's run
 */
public record AbPair(int number, Side first, String baselineRun, String candidateRun) {

  /** Checks that all is there. */
  public AbPair {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(baselineRun, "baselineRun");
    Objects.requireNonNull(candidateRun, "candidateRun");
  }
}
