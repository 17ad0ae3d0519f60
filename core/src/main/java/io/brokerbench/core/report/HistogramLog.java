package io.brokerbench.core.report;

import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The latencies of a run as a log that the tools of HdrHistogram read (format 1.3).
 *
 * <p>Each distribution is one interval that spans the steady state, under a tag of the name it has
 * in the result document: {@code endToEnd}, {@code service}, {@code sendDelay}, ... Values are
 * nanoseconds; the "Interval_Max" column is in milliseconds, as those tools expect. Times in the
 * log are seconds after the start of the run. Empty distributions are left out.
 */
public final class HistogramLog {

  private static final double NANOS_PER_MILLI = 1e6;

  private HistogramLog() {}

  /** Writes the log; leaves the stream open. */
  public static void write(RunResult result, OutputStream out) {
    HistogramLogWriter writer = new HistogramLogWriter(out);
    writer.outputComment(
        "brokerbench, " + result.scenario().name() + " on " + result.broker().product());
    writer.outputLogFormatVersion();
    writer.outputStartTime(result.startedAt().toEpochMilli());
    writer.outputLegend();
    double start = steadyStartMillis(result) / 1e3;
    double end = start + result.scenario().phases().steady().toMillis() / 1e3;
    distributions(result.latency())
        .forEach(
            (tag, latency) -> {
              Histogram histogram = latency.toHistogram();
              histogram.setTag(tag);
              writer.outputIntervalHistogram(start, end, histogram, NANOS_PER_MILLI);
            });
  }

  private static Map<String, LatencySummary> distributions(Latencies latency) {
    Map<String, LatencySummary> tags = new LinkedHashMap<>();
    tags.put("endToEnd", latency.endToEnd());
    tags.put("service", latency.service());
    tags.put("sendDelay", latency.sendDelay());
    latency.acknowledge().ifPresent(summary -> tags.put("acknowledge", summary));
    tags.put("connect", latency.connect());
    tags.put("subscribe", latency.subscribe());
    latency.catchUp().ifPresent(summary -> tags.put("catchUp", summary));
    tags.values().removeIf(summary -> summary.count() == 0);
    return tags;
  }

  private static long steadyStartMillis(RunResult result) {
    return result.timeline().stream()
        .filter(interval -> interval.phase().equals("steady"))
        .mapToLong(TimelineInterval::startMillis)
        .min()
        .orElse(0);
  }
}
