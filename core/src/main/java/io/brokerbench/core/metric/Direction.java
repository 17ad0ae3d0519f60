package io.brokerbench.core.metric;

/** Which way of a metric is good. */
public enum Direction {
  /** As with rates. */
  HIGHER_IS_BETTER,
  /** As with latencies and costs. */
  LOWER_IS_BETTER
}
