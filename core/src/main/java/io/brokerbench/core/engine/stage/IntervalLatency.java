package io.brokerbench.core.engine.stage;

import org.HdrHistogram.Histogram;

/**
 * End-to-end latency of the deliveries made in one second of a run; all 0 where none was made.
 *
 * @param p50Nanos median
 * @param p99Nanos 99th percentile
 * @param p999Nanos 99.9th percentile
 * @param maxNanos the greatest
 */
public record IntervalLatency(long p50Nanos, long p99Nanos, long p999Nanos, long maxNanos) {

  /** Of a second without deliveries. */
  public static final IntervalLatency NONE = new IntervalLatency(0, 0, 0, 0);

  static IntervalLatency of(Histogram histogram) {
    return histogram.getTotalCount() == 0
        ? NONE
        : new IntervalLatency(
            histogram.getValueAtPercentile(50),
            histogram.getValueAtPercentile(99),
            histogram.getValueAtPercentile(99.9),
            histogram.getMaxValue());
  }
}
