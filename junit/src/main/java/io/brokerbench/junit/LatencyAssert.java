package io.brokerbench.junit;

import io.brokerbench.core.result.LatencySummary;
import java.time.Duration;

/** Which figure of a latency is meant. */
public final class LatencyAssert {

  private final RunAssert run;
  private final String name;
  private final LatencySummary latency;

  LatencyAssert(RunAssert run, String name, LatencySummary latency) {
    this.run = run;
    this.name = name;
    this.latency = latency;
  }

  /** Arithmetic mean. */
  public Figure mean() {
    return new Figure("mean", Math.round(latency.meanNanos()));
  }

  /** Median. */
  public Figure p50() {
    return new Figure("p50", latency.p50Nanos());
  }

  /** 95th percentile. */
  public Figure p95() {
    return new Figure("p95", latency.p95Nanos());
  }

  /** 99th percentile. */
  public Figure p99() {
    return new Figure("p99", latency.p99Nanos());
  }

  /** 99.9th percentile. */
  public Figure p999() {
    return new Figure("p99.9", latency.p999Nanos());
  }

  /** 99.99th percentile. */
  public Figure p9999() {
    return new Figure("p99.99", latency.p9999Nanos());
  }

  /** The greatest. */
  public Figure max() {
    return new Figure("max", latency.maxNanos());
  }

  /** What has to hold of it; each method leads back to the run. */
  public final class Figure {

    private final String figure;
    private final long nanos;

    private Figure(String figure, long nanos) {
      this.figure = figure;
      this.nanos = nanos;
    }

    /** It is less than this. */
    public RunAssert isBelow(Duration limit) {
      return check(nanos < limit.toNanos(), "below " + AssertionText.limit(limit));
    }

    /** It is this or less. */
    public RunAssert isAtMost(Duration limit) {
      return check(nanos <= limit.toNanos(), "at most " + AssertionText.limit(limit));
    }

    /** It is more than this. */
    public RunAssert isAbove(Duration limit) {
      return check(nanos > limit.toNanos(), "above " + AssertionText.limit(limit));
    }

    private RunAssert check(boolean holds, String wanted) {
      if (!holds) {
        run.fail(
            "has a %s of %s %s, and should have %s (%s)"
                .formatted(
                    figure,
                    name,
                    AssertionText.latency(nanos),
                    wanted,
                    AssertionText.percentiles(latency)));
      }
      return run;
    }
  }
}
