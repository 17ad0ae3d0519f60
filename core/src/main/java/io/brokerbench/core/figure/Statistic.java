package io.brokerbench.core.figure;

import io.brokerbench.core.result.LatencySummary;
import java.util.OptionalDouble;

/** What is read from each latency distribution. */
public enum Statistic {
  MEAN("mean", "mean"),
  P50("p50", "p50"),
  P95("p95", "p95"),
  P99("p99", "p99"),
  P999("p999", "p99.9"),
  P9999("p9999", "p99.99"),
  MAX("max", "max"),
  STDEV("stdev", "stdev");

  private final String key;
  private final String title;

  Statistic(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** Its name in paths: {@code p999}. */
  public String key() {
    return key;
  }

  /** Its name in tables: {@code p99.9}. */
  public String title() {
    return title;
  }

  /** By how much it may be worse; empty where it is not compared unasked. */
  OptionalDouble tolerance() {
    return switch (this) {
      case P50 -> OptionalDouble.of(0.10);
      case P99 -> OptionalDouble.of(0.20);
      case P999 -> OptionalDouble.of(0.50);
      case MEAN, P95, P9999, MAX, STDEV -> OptionalDouble.empty();
    };
  }

  /** Whether it is among the few that tables of studies show. */
  boolean brief() {
    return this == MEAN || this == P50 || this == P99 || this == MAX;
  }

  /** Its value, in nanoseconds. */
  public double of(LatencySummary latency) {
    return switch (this) {
      case MEAN -> latency.meanNanos();
      case P50 -> latency.p50Nanos();
      case P95 -> latency.p95Nanos();
      case P99 -> latency.p99Nanos();
      case P999 -> latency.p999Nanos();
      case P9999 -> latency.p9999Nanos();
      case MAX -> latency.maxNanos();
      case STDEV -> latency.stdevNanos();
    };
  }

  /** Its value with its unit; a lower bound is {@code >2.1 s}. */
  public String text(LatencySummary latency) {
    return bound(latency) + Unit.NANOS.text(of(latency));
  }

  /** {@code >} where latencies that are not known yet may raise its value; else nothing. */
  public String bound(LatencySummary latency) {
    return isLowerBound(latency) ? ">" : "";
  }

  /** Whether latencies that are not known yet may raise its value. */
  boolean isLowerBound(LatencySummary latency) {
    return switch (this) {
      case MEAN -> latency.overdue().isPresent();
      case STDEV -> false;
      default -> latency.isLowerBound((long) of(latency));
    };
  }
}
