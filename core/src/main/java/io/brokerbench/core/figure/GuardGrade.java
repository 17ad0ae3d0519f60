package io.brokerbench.core.figure;

/** How much it takes for a broken contract to keep a candidate from passing, the gravest first. */
public enum GuardGrade {
  /** A loss of what the broker had acknowledged: one run, whatever the baseline did. */
  LOSS,
  /** The broker's own doing, however busy the machine is: one run, if the baseline has none. */
  CONTRACT,
  /**
   * What the contract allows, or a busy machine can cause: two runs, if the baseline has none; else
   * only more than chance allows.
   */
  PACE
}
