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
 * <p>At a rate, the measure is how late the generator came to each connect. Without one, connecting
 * is a closed load, and a generator whose threads were busy all the time was the limit.
 *
 * @param pacing lateness of the connects; empty without a rate
 * @param laneCpuNanos CPU time that all lanes' threads used while clients connected
 * @param connectNanos how long that took
 * @param lanes threads that carry clients
 * @param systemCores logical processors of the machine
 */
public record ConnectHealth(
    Optional<Histogram> pacing, long laneCpuNanos, long connectNanos, int lanes, int systemCores) {

  /** Greatest 99th percentile of the lateness of connects. */
  private static final long PACING_P99_LIMIT_NANOS = 10_000_000;

  /** What was wrong, in words and figures; empty if nothing was. */
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    pacing
        .map(lateness -> lateness.getValueAtPercentile(99))
        .filter(p99 -> p99 > PACING_P99_LIMIT_NANOS)
        .ifPresent(
            p99 ->
                complaints.add(
                    NumberText.sentence(
                        "clients were connected late: p99 %.1f ms (limit %.0f ms)",
                        p99 / 1e6, PACING_P99_LIMIT_NANOS / 1e6)));
    double busy = connectNanos <= 0 ? 0 : (double) laneCpuNanos / connectNanos;
    if (pacing.isEmpty() && busy > GeneratorHealth.BUSY_LIMIT * Math.min(lanes, systemCores)) {
      complaints.add(
          NumberText.sentence(
              "the generator's %s thread%s were busy all the time while clients connected",
              lanes, lanes == 1 ? "" : "s"));
    }
    return complaints;
  }
}
