package io.brokerbench.core.engine;

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

/** Puts the lanes' seconds together to the run's timeline. Belongs to the rig's thread. */
final class IntervalBook {

  private final TreeMap<Integer, IntervalSample> seconds = new TreeMap<>();

  void add(List<IntervalSample> samples) {
    for (IntervalSample sample : samples) {
      seconds.merge(sample.second(), sample, IntervalSample::merge);
    }
  }

  /** 99th percentile of the last second that is there; 0 where nothing came in it. */
  long lastP99Nanos() {
    Map.Entry<Integer, IntervalSample> last = seconds.lastEntry();
    return last == null ? 0 : last.getValue().endToEnd().getValueAtPercentile(99);
  }

  /**
   * The timeline.
   *
   * @param times of the run
   * @param end of the drain
   */
  List<TimelineInterval> timeline(RunTimes times, long end, UsageMonitor usage) {
    List<TimelineInterval> timeline = new ArrayList<>();
    for (IntervalSample sample : seconds.values()) {
      long from = times.start() + sample.second() * 1_000_000_000L;
      long length = Math.min(1_000_000_000L, end - from);
      if (length > 0) {
        timeline.add(interval(sample, times, from, length, usage));
      }
    }
    return timeline;
  }

  private static TimelineInterval interval(
      IntervalSample sample, RunTimes times, long from, long length, UsageMonitor usage) {
    Histogram latencies = sample.endToEnd();
    var figures = usage.second(sample.second());
    return new TimelineInterval(
        sample.second() * 1000L,
        length / 1_000_000,
        phaseAt(times, from),
        sample.sent(),
        sample.acknowledged(),
        sample.received(),
        Math.max(0, sample.owedMinusMade()),
        percentile(latencies, 50),
        percentile(latencies, 99),
        percentile(latencies, 100),
        percentOfCore(figures.flatMap(UsageMonitor.Second::broker)),
        figures.map(UsageMonitor.Second::brokerRssBytes).orElse(OptionalLong.empty()),
        percentOfCore(figures.flatMap(UsageMonitor.Second::own)));
  }

  private static String phaseAt(RunTimes times, long nanos) {
    if (nanos - times.steadyStart() < 0) {
      return "warmUp";
    }
    return nanos - times.steadyEnd() < 0 ? "steady" : "drain";
  }

  private static OptionalLong percentile(Histogram histogram, double percentile) {
    return histogram.getTotalCount() == 0
        ? OptionalLong.empty()
        : OptionalLong.of(histogram.getValueAtPercentile(percentile));
  }

  private static OptionalDouble percentOfCore(Optional<CpuUsage> usage) {
    return usage.map(u -> OptionalDouble.of(u.percentOfCore())).orElse(OptionalDouble.empty());
  }
}
