package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.HistogramText;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * A latency distribution, in nanoseconds: the usual figures, and the histogram they come from.
 *
 * <p>What had not arrived by the end of the run is in it with its age, which its latency is at
 * least. A figure that reaches the shortest of these ages is a lower bound of the true one.
 *
 * <p>Values have three significant digits, as the histogram has. All are 0 where nothing was
 * recorded.
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
 * @param overdue ages of what had not arrived by the end, which are among the values as lower
 *     bounds; absent for none
 * @param histogram the histogram that all of it comes from: HdrHistogram V2 compressed encoding, in
 *     Base64
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
    Optional<Overdue> overdue,
    @Bounds(min = 1) String histogram) {

  /** What is absent in a document is empty. */
  public LatencySummary {
    overdue = overdue == null ? Optional.empty() : overdue;
  }

  /**
   * Ages of what had not arrived by the end.
   *
   * @param count how many there are
   * @param leastNanos the shortest: figures that reach it are lower bounds
   */
  public record Overdue(@Bounds(min = 1) long count, long leastNanos) {

    private Overdue plus(Overdue other) {
      return new Overdue(count + other.count, Math.min(leastNanos, other.leastNanos));
    }
  }

  /** The summary of a histogram of nanoseconds; all zero where it is empty. */
  public static LatencySummary of(Histogram histogram) {
    return of(histogram, Optional.empty());
  }

  /**
   * The summary of what arrived together with what had not by the end.
   *
   * @param arrived latencies; not changed
   * @param overdue ages at the end of what had not arrived
   */
  public static LatencySummary of(Histogram arrived, Histogram overdue) {
    if (overdue.getTotalCount() == 0) {
      return of(arrived);
    }
    Histogram both = arrived.copy();
    both.setAutoResize(true);
    both.add(overdue);
    return of(both, Optional.of(new Overdue(overdue.getTotalCount(), overdue.getMinValue())));
  }

  private static LatencySummary of(Histogram histogram, Optional<Overdue> overdue) {
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
        overdue,
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
    return of(sum, Stream.concat(overdue.stream(), other.overdue.stream()).reduce(Overdue::plus));
  }

  /**
   * Whether one of this summary's figures is a lower bound, as latencies that are not known may
   * change it.
   *
   * @param nanos a percentile or the maximum
   */
  public boolean isLowerBound(long nanos) {
    return overdue.filter(ages -> nanos >= ages.leastNanos()).isPresent();
  }
}
