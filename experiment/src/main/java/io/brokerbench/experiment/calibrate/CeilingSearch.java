package io.brokerbench.experiment.calibrate;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict.Status;
import java.util.Optional;

/**
 * Looks for the greatest rate that is kept: grows from one that should be until one is not, then
 * halves the distance some times. If the first is not kept, it shrinks instead.
 */
final class CeilingSearch {

  private static final double GROWTH = 2;

  /** Rates that are tried before the distance is halved: a factor of 64 either way. */
  private static final int MOST_STEPS = 7;

  /** Share of the rate that is sent and delivered in the steady state itself if it is kept. */
  private static final double KEPT_SHARE = 0.98;

  private final Trial trial;
  private RunResult best;
  private double kept;
  private RunResult worst;
  private double failed;

  CeilingSearch(Trial trial) {
    this.trial = trial;
  }

  /** A run at a rate. */
  @FunctionalInterface
  interface Trial {
    RunResult at(double perSecond) throws RunException, InterruptedException, CalibrationException;
  }

  /**
   * What was found.
   *
   * @param best result of the greatest rate that was kept
   * @param next result of the least rate that was not; empty if all were kept
   */
  record Found(RunResult best, Optional<RunResult> next) {}

  /** Looks for it; empty if not even a small part of the first rate was kept. */
  Optional<Found> from(double perSecond, int refinements)
      throws RunException, InterruptedException, CalibrationException {
    double rate = perSecond;
    for (int i = 0; i < MOST_STEPS && (best == null || worst == null); i++) {
      tryAt(rate);
      rate = worst == null ? rate * GROWTH : rate / GROWTH;
    }
    if (best == null) {
      return Optional.empty();
    }
    for (int i = 0; i < refinements && worst != null; i++) {
      tryAt((kept + failed) / 2);
    }
    return Optional.of(new Found(best, Optional.ofNullable(worst)));
  }

  private void tryAt(double rate) throws RunException, InterruptedException, CalibrationException {
    RunResult result = trial.at(rate);
    if (isKept(result, rate)) {
      best = result;
      kept = rate;
    } else {
      worst = result;
      failed = rate;
    }
  }

  /** A short run whose deliveries come in the drain would pass for one that is on time. */
  private static boolean isKept(RunResult result, double rate) {
    Throughput throughput = result.throughput();
    return result.verdict().status() == Status.OK
        && throughput.sentPerSecond() >= KEPT_SHARE * rate
        && throughput.receivedPerSecond() >= KEPT_SHARE * rate;
  }
}
