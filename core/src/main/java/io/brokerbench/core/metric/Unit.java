package io.brokerbench.core.metric;

/** What the values of a metric are in. */
public enum Unit {
  /** Events per second. */
  PER_SECOND,
  /** Nanoseconds. */
  NANOS,
  /** Microseconds. */
  MICROS,
  /** Bytes. */
  BYTES,
  /** A share of the whole, from 0 to 1. */
  SHARE,
  /** What another tool says; only ratios mean something here. */
  OTHER
}
