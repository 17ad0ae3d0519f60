package io.brokerbench.core.engine.stage;

import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.telemetry.CpuUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Builds the run's timeline from parts of seconds. Of a second that has all its parts, the
 * percentiles are kept and the histograms are let go, so that a long run needs no more memory than
 * a short one. Belongs to the rig's thread.
 */
public final class TimelineBuilder {

  private final int parts;
  private final Reader reader;
  private final TreeMap<Integer, Row> rows = new TreeMap<>();
  private IntervalLatency lastSecond = IntervalLatency.NONE;
  private long timed;
  private double timedNanos;

  /**
   * A book for one run.
   *
   * @param parts samples of which each second consists
   */
  public TimelineBuilder(int parts) {
    this(parts, complete -> {});
  }

  /** The same, with a reader of each interval. */
  public TimelineBuilder(int parts, Reader reader) {
    this.parts = parts;
    this.reader = reader;
  }

  /** Is shown each second once it has all its parts. */
  @FunctionalInterface
  interface Reader {
    void read(IntervalSample complete);
  }

  /** One second, with its histograms while parts are missing. */
  private static final class Row {
    private IntervalSample sum;
    private int parts;
    private Percentiles percentiles;

    void add(IntervalSample sample) {
      parts++;
      if (parts == 1) {
        sum = sample;
      } else {
        sum = (parts == 2 ? sum.copy() : sum).absorb(sample);
      }
    }
  }

  private record Percentiles(OptionalLong p50, OptionalLong p99, OptionalLong max) {
    static Percentiles of(Histogram histogram) {
      return new Percentiles(
          percentile(histogram, 50), percentile(histogram, 99), percentile(histogram, 100));
    }

    private static OptionalLong percentile(Histogram histogram, double percentile) {
      return histogram.getTotalCount() == 0
          ? OptionalLong.empty()
          : OptionalLong.of(histogram.getValueAtPercentile(percentile));
    }
  }

  public void add(List<IntervalSample> samples) {
    for (IntervalSample sample : samples) {
      Row row = rows.computeIfAbsent(sample.second(), second -> new Row());
      row.add(sample);
      if (row.parts == parts) {
        row.percentiles = Percentiles.of(row.sum.endToEnd());
        addUp(row.sum.endToEnd());
        reader.read(row.sum);
        row.sum = row.sum.withoutHistograms();
      }
    }
  }

  private void addUp(Histogram complete) {
    lastSecond = IntervalLatency.of(complete);
    timed += complete.getTotalCount();
    timedNanos += complete.getTotalCount() == 0 ? 0 : complete.getTotalCount() * complete.getMean();
  }

  /** Latency of the last second that is complete. */
  IntervalLatency lastSecond() {
    return lastSecond;
  }

  /** Deliveries of all seconds that are complete. */
  long timed() {
    return timed;
  }

  /** Their latencies, added up. */
  double timedNanos() {
    return timedNanos;
  }

  /**
   * The timeline.
   *
   * @param times of the run
   * @param end of the drain
   */
  public List<TimelineInterval> timeline(RunTimes times, long end, UsageMonitor usage) {
    List<TimelineInterval> timeline = new ArrayList<>();
    for (Map.Entry<Integer, Row> entry : rows.entrySet()) {
      long from = times.start() + entry.getKey() * 1_000_000_000L;
      long length = Math.min(1_000_000_000L, end - from);
      if (length > 0) {
        timeline.add(interval(entry.getValue(), times, from, length, usage));
      }
    }
    return timeline;
  }

  private static TimelineInterval interval(
      Row row, RunTimes times, long from, long length, UsageMonitor usage) {
    IntervalSample sample = row.sum;
    Percentiles latency =
        row.percentiles == null ? Percentiles.of(sample.endToEnd()) : row.percentiles;
    var figures = usage.second(sample.second());
    return new TimelineInterval(
        sample.second() * 1000L,
        length / 1_000_000,
        phaseAt(times, from),
        sample.sent(),
        sample.acknowledged(),
        sample.received(),
        Math.max(0, sample.owedMinusMade()),
        latency.p50(),
        latency.p99(),
        latency.max(),
        percentOfCore(figures.flatMap(UsageMonitor.Second::broker)),
        figures.map(UsageMonitor.Second::brokerRssBytes).orElse(OptionalLong.empty()),
        percentOfCore(figures.flatMap(UsageMonitor.Second::own)),
        figures.map(UsageMonitor.Second::metrics).filter(BrokerMetrics::any),
        figures.map(UsageMonitor.Second::machine));
  }

  private static TimelineInterval.Part phaseAt(RunTimes times, long nanos) {
    if (nanos - times.steadyStart() < 0) {
      return TimelineInterval.Part.WARM_UP;
    }
    return nanos - times.steadyEnd() < 0
        ? TimelineInterval.Part.STEADY
        : TimelineInterval.Part.DRAIN;
  }

  private static OptionalDouble percentOfCore(Optional<CpuUsage> usage) {
    return usage
        .filter(CpuUsage::isKnown)
        .map(u -> OptionalDouble.of(u.percentOfCore()))
        .orElse(OptionalDouble.empty());
  }
}
