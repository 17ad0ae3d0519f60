package io.brokerbench.core.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Whether the tool itself kept up, or its figures say nothing about the broker.
 *
 * <p>With open load the measure is <em>pacing</em>: how late the send loop came to each message
 * that it was to send, whether or not the connection then took it. Back-pressure of the broker
 * doesn't show in it; whatever holds up the loop does: too little CPU, garbage collection, a
 * stopped process. Closed load has no schedule to be late for; there a generator whose threads were
 * busy all the time was the limit.
 *
 * @param pacing lateness of the send loop; empty with closed load
 * @param ownCores CPU that the tool used, in cores
 * @param lanes threads that carry clients
 * @param systemCores logical processors of the machine
 */
public record GeneratorHealth(
    Optional<Histogram> pacing, double ownCores, int lanes, int systemCores) {

  /** Greatest 99th percentile of the pacing of a healthy run. */
  public static final long PACING_P99_LIMIT_NANOS = 10_000_000;

  /** Greatest share of its threads' time that a healthy run with closed load uses. */
  static final double BUSY_LIMIT = 0.95;

  /** What was wrong, in words and figures; empty if nothing was. */
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    pacing.ifPresent(
        lateness -> {
          long p99 = lateness.getValueAtPercentile(99);
          if (p99 > PACING_P99_LIMIT_NANOS) {
            complaints.add(
                String.format(
                    Locale.ROOT,
                    "the send loop was late: p99 %.1f ms (limit %.0f ms), with the generator at"
                        + " %.2f of %d cores",
                    p99 / 1e6,
                    PACING_P99_LIMIT_NANOS / 1e6,
                    ownCores,
                    systemCores));
          }
        });
    if (pacing.isEmpty() && ownCores > BUSY_LIMIT * Math.min(lanes, systemCores)) {
      complaints.add(
          String.format(
              Locale.ROOT,
              "the generator's %d thread%s were busy all the time: %.2f cores",
              lanes,
              lanes == 1 ? "" : "s",
              ownCores));
    }
    return complaints;
  }
}
