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
 * @param busyCores cores that all lanes' threads used while clients connected
 * @param lanes threads that carry clients
 * @param systemCores logical processors of the machine
 */
public record ConnectHealth(
    Histogram latencies, Optional<Histogram> pacing, double busyCores, int lanes, int systemCores) {

  /** Lateness that is no finding, whatever its share. */
  private static final long PACING_GRACE_NANOS = 10_000_000;

  /** What was wrong, in words and figures; empty if nothing was. */
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    pacing
        .flatMap(own -> lateness("clients were connected late", "connect", latencies, own))
        .ifPresent(complaints::add);
    if (pacing.isEmpty() && busyCores > GeneratorHealth.BUSY_LIMIT * Math.min(lanes, systemCores)) {
      complaints.add(
          NumberText.sentence(
              "the generator's %s thread%s were busy all the time while clients connected",
              lanes, lanes == 1 ? "" : "s"));
    }
    return complaints;
  }

  /**
   * Whether what clients were to do at given times was done too late.
   *
   * @param what that was late, in words
   * @param latency title of the latencies
   * @param latencies from when it was due
   * @param pacing how late it was done
   */
  public static Optional<String> lateness(
      String what, String latency, Histogram latencies, Histogram pacing) {
    long own = pacing.getValueAtPercentile(99);
    long all = latencies.getValueAtPercentile(99);
    double share =
        Math.min(all * GeneratorHealth.LATENESS_SHARE, GeneratorHealth.PACING_P99_LIMIT_NANOS);
    return own <= Math.max(PACING_GRACE_NANOS, share)
        ? Optional.empty()
        : Optional.of(
            NumberText.sentence(
                "%s: p99 %s, with a %s p99 of %s (limit: a third of it, at least 10 ms and at most"
                    + " 100 ms)",
                what, NumberText.latency(own), latency, NumberText.latency(all)));
  }
}
