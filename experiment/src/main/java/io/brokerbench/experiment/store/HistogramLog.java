package io.brokerbench.experiment.store;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import java.io.OutputStream;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The latencies of a run as a log that the tools of HdrHistogram read (format 1.3).
 *
 * <p>Each distribution is one interval that spans the steady state, under a tag of the name it has
 * in the result document: {@code endToEnd}, {@code service}, {@code sendDelay}, ... Values are
 * nanoseconds; the "Interval_Max" column is in milliseconds, as those tools expect. Times in the
 * log are seconds after the start of sending. Empty distributions are left out.
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
    Duration start = result.steadyStart();
    Duration end = steadyEnd(result);
    result
        .latency()
        .recorded()
        .forEach(
            (kind, latency) -> {
              Histogram histogram = latency.toHistogram();
              histogram.setTag(kind.key());
              writer.outputIntervalHistogram(
                  seconds(start), seconds(end), histogram, NANOS_PER_MILLI);
            });
  }

  /**
   * The end of the steady state, after the start of sending.
   *
   * <p>A run that ended early does not record when; the last second that began before the end is
   * known (one that does not belong to the drain), and the end of that one is taken.
   */
  private static Duration steadyEnd(RunResult result) {
    Duration start = result.steadyStart();
    Duration planned = start.plus(result.scenario().phases().steady());
    if (result.verdict().complete()) {
      return planned;
    }
    long lastMillis =
        result.timeline().stream()
            .filter(interval -> interval.phase() != TimelineInterval.Part.DRAIN)
            .mapToLong(interval -> interval.startMillis() + interval.lengthMillis())
            .max()
            .orElse(0);
    Duration last = Duration.ofMillis(lastMillis);
    if (last.compareTo(start) < 0) {
      return start;
    }
    return last.compareTo(planned) < 0 ? last : planned;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
