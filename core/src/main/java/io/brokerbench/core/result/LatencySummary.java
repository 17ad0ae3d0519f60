package io.brokerbench.core.result;

import io.brokerbench.core.measure.HistogramText;
import org.HdrHistogram.Histogram;

/**
 * A latency distribution, in nanoseconds: the usual figures, and the histogram they come from.
 *
 * @param count values recorded
 * @param minNanos the least
 * @param meanNanos arithmetic mean
 * @param stdevNanos standard deviation
 * @param p50Nanos median
 * @param p95Nanos 95th percentile
 * @param p99Nanos 99th percentile
 * @param p999Nanos 99.9th percentile
 * @param p9999Nanos 99.99th percentile
 * @param maxNanos the greatest
 * @param histogram HdrHistogram V2 compressed encoding, in Base64
 */
public record LatencySummary(
    long count,
    long minNanos,
    double meanNanos,
    double stdevNanos,
    long p50Nanos,
    long p95Nanos,
    long p99Nanos,
    long p999Nanos,
    long p9999Nanos,
    long maxNanos,
    String histogram) {

  /** The summary of a histogram of nanoseconds; all zero where it is empty. */
  public static LatencySummary of(Histogram histogram) {
    boolean empty = histogram.getTotalCount() == 0;
    return new LatencySummary(
        histogram.getTotalCount(),
        empty ? 0 : histogram.getMinValue(),
        empty ? 0 : histogram.getMean(),
        empty ? 0 : histogram.getStdDeviation(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(95),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getValueAtPercentile(99.99),
        histogram.getMaxValue(),
        HistogramText.encode(histogram));
  }

  /**
   * The histogram that the figures come from, as a new one.
   *
   * @throws IllegalStateException if the text is not an encoded histogram
   */
  public Histogram toHistogram() {
    return HistogramText.decode(histogram);
  }

  /** The summary of both distributions together. */
  public LatencySummary merge(LatencySummary other) {
    Histogram sum = toHistogram();
    sum.add(other.toHistogram());
    return of(sum);
  }
}
