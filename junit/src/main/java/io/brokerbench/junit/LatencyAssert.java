package io.brokerbench.junit;

import io.brokerbench.core.figure.Statistic;
import io.brokerbench.core.result.LatencyKind;

/** Which figure of a latency is meant. */
public final class LatencyAssert {

  private final RunAssert run;
  private final LatencyKind kind;

  LatencyAssert(RunAssert run, LatencyKind kind) {
    this.run = run;
    this.kind = kind;
  }

  /** Arithmetic mean. */
  public FigureAssert mean() {
    return run.latency(kind, Statistic.MEAN);
  }

  /** Median. */
  public FigureAssert p50() {
    return run.latency(kind, Statistic.P50);
  }

  /** 95th percentile. */
  public FigureAssert p95() {
    return run.latency(kind, Statistic.P95);
  }

  /** 99th percentile. */
  public FigureAssert p99() {
    return run.latency(kind, Statistic.P99);
  }

  /** 99.9th percentile. */
  public FigureAssert p999() {
    return run.latency(kind, Statistic.P999);
  }

  /** 99.99th percentile. */
  public FigureAssert p9999() {
    return run.latency(kind, Statistic.P9999);
  }

  /** The greatest. */
  public FigureAssert max() {
    return run.latency(kind, Statistic.MAX);
  }
}
