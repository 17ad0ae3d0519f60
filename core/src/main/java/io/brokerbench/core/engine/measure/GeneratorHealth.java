package io.brokerbench.core.engine.measure;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.GeneratorUsage;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Whether the tool itself kept up, or its figures say nothing about the broker.
 *
 * <p>With open load the measure is <em>pacing</em>: how late the send loop came to each message
 * that it was to send, whether or not the connection then took it. Back-pressure of the broker does
 * not show in it; whatever holds up the loop does: too little CPU, garbage collection, a stopped
 * process. Its 99th percentile may not be more than a third of the 99th percentile of the
 * end-to-end latency that is reported, as that would then say more about the tool than about the
 * broker; lateness under two milliseconds makes no run invalid, and is remarked on. Beyond a tenth
 * of a second the load was not the one that was asked for, whatever the latencies. Closed load has
 * no schedule to be late for; there the {@link BusyThread} says whether the generator was the
 * limit.
 *
 * @param endToEnd latencies that the run reports
 * @param pacing lateness of the send loop; empty with closed load
 * @param ownCores CPU that the tool used, in cores; 0 where it is not known
 * @param systemCores logical processors of the machine
 */
public record GeneratorHealth(
    Histogram endToEnd, Optional<Histogram> pacing, double ownCores, int systemCores) {

  /** Send delay, beyond the send loop's own lateness, at which a broker was slow to accept. */
  private static final long SEND_DELAY_P99_LIMIT_NANOS = 10_000_000;

  /** Greatest share of a percentile of the end-to-end latency that may be the tool's own. */
  public static final double LATENESS_SHARE = 1.0 / 3;

  /** Lateness that nothing is said of: the usual precision of the send loop, and as much again. */
  private static final long REMARKABLE_NANOS = 200_000;

  /** Lateness that is no finding, whatever its share. */
  static final long PACING_GRACE_NANOS = 2_000_000;

  /** Greatest lateness of a load that is the one that was asked for. */
  static final long PACING_P99_LIMIT_NANOS = 100_000_000;

  /** Greatest share of the time for which a thread of a healthy run is busy. */
  static final double BUSY_LIMIT = 0.95;

  /** Greatest share of the steady state that a thread may miss, as it learned of it too late. */
  static final double MISSED_SHARE = 0.001;

  /** What was wrong, in words and figures; empty if nothing was. */
  public List<String> complaints() {
    return pacing.flatMap(this::lateness).stream().toList();
  }

  /**
   * That a thread learned too late that the steady state had begun: what it sent and received until
   * then counted as of the warm-up.
   *
   * @param lateNanos of the latest one; 0 if all knew before
   */
  public static Optional<String> lateNotice(long lateNanos, double steadySeconds) {
    return lateNanos <= MISSED_SHARE * steadySeconds * 1e9
        ? Optional.empty()
        : Optional.of(
            NumberText.sentence(
                "a thread of the load learned of the steady state %s after it had begun, so its"
                    + " messages of that time are missing from the figures (limit: %.1f %% of the"
                    + " steady state)",
                NumberText.latency(lateNanos), MISSED_SHARE * 100));
  }

  /**
   * Whether a run under an open load, in which the generator was late, can still be compared with
   * one that was made beside it: on average less than a third of its latencies is the generator's
   * own, and the load was the one that was asked for. A p99 is spoilt by much less, as a few stalls
   * make it up.
   */
  public static boolean isComparable(RunResult run) {
    Optional<LatencySummary> lateness = run.latency().find(LatencyKind.PACING);
    Optional<LatencySummary> all = run.latency().find(LatencyKind.END_TO_END);
    return lateness.isPresent()
        && all.isPresent()
        && lateness.get().meanNanos() < all.get().meanNanos() * LATENESS_SHARE
        && lateness.get().p99Nanos() <= PACING_P99_LIMIT_NANOS;
  }

  /**
   * Whether messages were sent late as the broker did not accept them at once. The send delay holds
   * the lateness of the send loop, which is none of the broker's, so only what is beyond that
   * counts.
   */
  public static boolean isHeldBack(Latencies latencies, GeneratorUsage generator) {
    long ofBroker =
        latencies.of(LatencyKind.SEND_DELAY).p99Nanos()
            - latencies.of(LatencyKind.PACING).p99Nanos();
    return generator.backPressured() > 0 && ofBroker > SEND_DELAY_P99_LIMIT_NANOS;
  }

  /** What the tool makes up of the percentiles without making the run invalid, in words. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    for (double percentile : new double[] {99, 99.9}) {
      pacing
          .map(lateness -> lateness.getValueAtPercentile(percentile))
          .filter(own -> own > REMARKABLE_NANOS && own > share(percentile))
          .ifPresent(
              own ->
                  remarks.add(
                      NumberText.sentence(
                          "%s of the end-to-end p%s of %s may be the generator's own",
                          NumberText.latency(own),
                          name(percentile),
                          NumberText.latency(endToEnd.getValueAtPercentile(percentile)))));
    }
    return remarks;
  }

  private double share(double percentile) {
    return endToEnd.getTotalCount() == 0
        ? Double.POSITIVE_INFINITY
        : endToEnd.getValueAtPercentile(percentile) * LATENESS_SHARE;
  }

  private Optional<String> lateness(Histogram lateness) {
    long own = lateness.getValueAtPercentile(99);
    boolean tooMuch = own > PACING_GRACE_NANOS && own > share(99);
    if (!tooMuch && own <= PACING_P99_LIMIT_NANOS) {
      return Optional.empty();
    }
    return Optional.of(
        NumberText.sentence(
                "the send loop was late: p99 %s, with an end-to-end p99 of %s (limit: a third"
                    + " of it, and at most 100 ms)",
                NumberText.latency(own), NumberText.latency(endToEnd.getValueAtPercentile(99)))
            .concat(
                ownCores > 0
                    ? NumberText.sentence(
                        " and the generator at %.2f of %s cores", ownCores, systemCores)
                    : ""));
  }

  private static String name(double percentile) {
    return percentile == Math.rint(percentile)
        ? Long.toString((long) percentile)
        : Double.toString(percentile);
  }
}
