package io.brokerbench.experiment.gate;

/** Why an interleaved comparison ended. */
public enum AbEnd {
  /** The answer was clear. */
  CLEAR,
  /** All rounds had been run. */
  ROUNDS,
  /** The budget was used up. */
  BUDGET,
  /** A user or a signal stopped it. */
  STOPPED,
  /** The generator was the limit in half of the baseline's runs: the load is too high for it. */
  INVALID_RUNS,
  /** Half of the candidate's runs were held up, beside a stored baseline that was not. */
  HELD_UP,
  /** A figure that was asked for, to decide, is not known of a side. */
  NOT_MEASURED,
  /** The candidate's runs broke off, the baseline's did not. */
  CANDIDATE_FAILED,
  /** The baseline's runs broke off, or those of both. */
  BASELINE_FAILED,
  /** A run could not be begun. */
  BROKE_OFF;

  /** Whether what was measured until then may answer; a broken contract is a fact all the same. */
  public boolean counts() {
    return switch (this) {
      case CLEAR, ROUNDS, BUDGET, STOPPED, CANDIDATE_FAILED -> true;
      case INVALID_RUNS, HELD_UP, NOT_MEASURED, BASELINE_FAILED, BROKE_OFF -> false;
    };
  }
}
