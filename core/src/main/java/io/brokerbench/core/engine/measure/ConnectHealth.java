package io.brokerbench.core.engine.measure;

import io.brokerbench.core.base.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Whether the tool itself kept up while its clients connected, where connecting is what is
 * measured.
 *
 * <p>At a rate, the measure is how late the generator came to each connect, which is a part of the
 * connect's latency. Beyond ten milliseconds, its 99th percentile may not be more than a third of
 * that of the latency, and never more than a tenth of a second. Without a rate, connecting is a
 * closed load, and a generator whose threads were busy all the time was the limit.
 *
 * @param latencies of connects, from when they were due
 * @param pacing lateness of the connects; empty without a rate
 * @param laneCpuNanos CPU time that all lanes' threads used while clients connected
 * @param connectNanos how long that took
 * @param lanes threads that carry clients
 * @param systemCores logical processors of the machine
 */
public record ConnectHealth(
    Histogram latencies,
    Optional<Histogram> pacing,
    long laneCpuNanos,
    long connectNanos,
    int lanes,
    int systemCores) {

  /** Lateness that is no finding, whatever its share. */
  private static final long PACING_GRACE_NANOS = 10_000_000;

  /** What was wrong, in words and figures; empty if nothing was. */
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    pacing
        .map(lateness -> lateness.getValueAtPercentile(99))
        .filter(own -> own > latenessLimit())
        .ifPresent(
            own ->
                complaints.add(
                    NumberText.sentence(
                        "clients were connected late: p99 %s, with a connect p99 of %s (limit: a"
                            + " third of it, at least 10 ms and at most 100 ms)",
                        NumberText.latency(own),
                        NumberText.latency(latencies.getValueAtPercentile(99)))));
    double busy = connectNanos <= 0 ? 0 : (double) laneCpuNanos / connectNanos;
    if (pacing.isEmpty() && busy > GeneratorHealth.BUSY_LIMIT * Math.min(lanes, systemCores)) {
      complaints.add(
          NumberText.sentence(
              "the generator's %s thread%s were busy all the time while clients connected",
              lanes, lanes == 1 ? "" : "s"));
    }
    return complaints;
  }

  private double latenessLimit() {
    double share = latencies.getValueAtPercentile(99) * GeneratorHealth.LATENESS_SHARE;
    return Math.max(PACING_GRACE_NANOS, Math.min(share, GeneratorHealth.PACING_P99_LIMIT_NANOS));
  }
}
