package io.brokerbench.experiment.gate;

/** Why an interleaved comparison ended. */
public enum AbEnd {
  /** The answer was clear. */
  CLEAR,
  /** All pairs had been run. */
  PAIRS,
  /** The budget was used up. */
  BUDGET,
  /** Someone stopped it. */
  STOPPED,
  /** Too many runs were invalid: the generator, or other work on the machine, was the limit. */
  INVALID_RUNS,
  /** The candidate's runs broke off, the baseline's did not. */
  CANDIDATE_FAILED,
  /** The baseline's runs broke off, or those of both. */
  BASELINE_FAILED,
  /** A run could not be begun. */
  BROKE_OFF
}
