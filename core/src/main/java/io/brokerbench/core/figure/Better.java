package io.brokerbench.core.figure;

/** Which way of a figure is good. */
public enum Better {
  /** As with rates. */
  HIGHER,
  /** As with latencies and costs. */
  LOWER,
  /** Neither way: it describes a run, and cannot be compared. */
  NEITHER
}
