package io.brokerbench.core.engine.judge;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.Calibration.Ceiling;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.Headroom;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Throughput;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Compares a run with what this machine's generator was calibrated to.
 *
 * <p>What a message costs depends on its size, its QoS, the number of connections and TLS, so a
 * ceiling of one shape is no limit for another. CPU is: a lane is one thread, and a generator whose
 * lanes used nearly all of what they can get was at its limit if it was late as well, long before
 * it was as late as a run may be that is not calibrated.
 *
 * @param calibration of this machine
 * @param driver of the run
 * @param precision of its send loops
 */
record HeadroomGauge(Calibration calibration, DriverInfo driver, Duration precision) {

  /** Share of what the lanes can use from which on lateness is the generator's own limit. */
  static final double CPU_PERCENT_LIMIT = 95;

  /** Greatest 99th percentile of the pacing at that load, beyond the precision. */
  static final Duration PACING_P99_LIMIT = Duration.ofMillis(1);

  /** What each lane can use where the null broker was the limit, and no better value is known. */
  private static final double WHOLE_CORE = 1;

  /** A lane that could use less than this when it was the limit shared its core with others. */
  private static final double LEAST_OF_A_CORE = 0.75;

  /** Service times below this many floors say more about the tool than about the broker. */
  private static final int NEAR_FLOOR = 2;

  /** One for a run, where there is a calibration that fits its driver. */
  static Optional<HeadroomGauge> of(
      Optional<Calibration> calibration, DriverInfo driver, Duration precision) {
    return calibration
        .filter(c -> c.driver().equals(driver.name()) && driver.consumers().isEmpty())
        .filter(c -> c.transport().equals(driver.transport()))
        .map(c -> new HeadroomGauge(c, driver, precision));
  }

  /**
   * What a run used of it.
   *
   * @param ownCores CPU of the generator, in cores
   */
  Headroom headroom(int publishers, Throughput throughput, Latencies latencies, double ownCores) {
    Ceiling ceiling = ceiling(publishers);
    double handled = (throughput.sentPerSecond() + throughput.receivedPerSecond()) / 2;
    long floor = calibration.floor().serviceP50Nanos();
    LatencySummary service = latencies.of(LatencyKind.SERVICE);
    return new Headroom(
        calibration.calibratedAt(),
        ceiling.publishers(),
        ceiling.perSecondPerCore(),
        100 * handled / (ceiling.perSecondPerCore() * driver.lanes()),
        cpuPercent(ceiling, ownCores),
        floor,
        service.count() > 0 && service.p50Nanos() < NEAR_FLOOR * floor);
  }

  /**
   * What was wrong, in words and figures; empty if nothing was.
   *
   * @param pacing lateness of the send loop; empty with closed load
   */
  List<String> complaints(int publishers, double ownCores, Optional<LatencySummary> pacing) {
    Ceiling ceiling = ceiling(publishers);
    double percent = cpuPercent(ceiling, ownCores);
    long limit = precision.plus(PACING_P99_LIMIT).toNanos();
    return pacing
        .filter(late -> percent > CPU_PERCENT_LIMIT && late.p99Nanos() > limit)
        .map(
            late ->
                NumberText.sentence(
                    "the generator was at %.0f %% of what this machine's was calibrated to (%.2f of"
                        + " %.2f cores), and its send loop late: p99 %.1f ms (limit %.1f ms at"
                        + " that load)",
                    percent, ownCores, usableCores(ceiling), late.p99Nanos() / 1e6, limit / 1e6))
        .stream()
        .toList();
  }

  private double cpuPercent(Ceiling ceiling, double ownCores) {
    return 100 * ownCores / usableCores(ceiling);
  }

  private double usableCores(Ceiling ceiling) {
    boolean known = ceiling.limitedBy() == Calibration.Limit.GENERATOR;
    double seen = Math.max(LEAST_OF_A_CORE, ceiling.coresPerLane());
    return driver.lanes() * (known ? seen : WHOLE_CORE);
  }

  /** The ceiling of the greatest number of publishers that is not above the run's own. */
  private Ceiling ceiling(int publishers) {
    Ceiling chosen = calibration.ceilings().get(0);
    for (Ceiling ceiling : calibration.ceilings()) {
      chosen = ceiling.publishers() <= publishers ? ceiling : chosen;
    }
    return chosen;
  }
}
