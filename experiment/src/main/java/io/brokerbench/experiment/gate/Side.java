package io.brokerbench.experiment.gate;

/** One of the two that are compared. */
public enum Side {
  /** What was there before. */
  BASELINE,
  /** What is to be judged. */
  CANDIDATE;

  /** The other one. */
  public Side other() {
    return this == BASELINE ? CANDIDATE : BASELINE;
  }

  /** As reports call it. */
  public String title() {
    return this == BASELINE ? "baseline" : "candidate";
  }
}
