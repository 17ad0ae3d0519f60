package io.brokerbench.experiment.gate;

/** What a comparison says, in one word. */
public enum Decision {
  /** The candidate is not worse than tolerated. */
  PASS,
  /** It is worse than tolerated. */
  REGRESSED,
  /** The experiment is inconclusive. */
  INCONCLUSIVE
}
