package io.brokerbench.experiment.search;

/** What a step is for. */
public enum StepKind {
  /** To find the limit: a short steady window. */
  PROBE,
  /** To confirm the rate found: the full steady window. */
  CONFIRM,
  /** To show how the broker does at a share of the rate found. */
  KNEE
}
