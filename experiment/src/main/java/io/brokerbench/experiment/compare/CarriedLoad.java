package io.brokerbench.experiment.compare;

import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.Verdict;
import java.util.Optional;

/** What a baseline carries on this machine, as a run under a closed load shows it. Stateless. */
public final class CarriedLoad {

  private CarriedLoad() {}

  /**
   * A load that is no more than a share of what is carried.
   *
   * @param load of the comparison
   * @param share from 0 to 1
   * @param full a run of the baseline under a closed load
   * @return empty where the load is less, or nothing is known
   */
  public static Optional<OpenLoad> limited(LoadModel load, double share, RunResult full) {
    double most = twoDigits(of(full) * share);
    return full.verdict().status() != Verdict.Status.FAILED
            && load instanceof OpenLoad open
            && most > 0
            && most < open.peakRate().perSecond()
        ? Optional.of(open.withPeakRate(Rate.perSecond(most)))
        : Optional.empty();
  }

  /**
   * Messages per second that a broker takes and delivers under a closed load. One that serves its
   * publishers first, and its consumers when they rest, is not taken for slow: what it delivers
   * over the whole run, drain included, counts where that is more.
   */
  public static double of(RunResult full) {
    long received = 0;
    long millis = 0;
    long untilLast = 0;
    for (TimelineInterval interval : full.timeline()) {
      received += interval.received();
      millis += interval.lengthMillis();
      untilLast = interval.received() > 0 ? millis : untilLast;
    }
    double inAll = untilLast == 0 ? 0 : received * 1_000.0 / untilLast;
    Throughput steady = full.throughput();
    return Math.min(
        steady.sentPerSecond(),
        Math.max(steady.receivedPerSecond(), inAll) / full.scenario().topology().fanOut());
  }

  /** Rounded down, as the rate stands in reports. */
  static double twoDigits(double rate) {
    if (!(rate >= 1)) {
      return 0;
    }
    double unit = Math.max(1, Math.pow(10, Math.floor(Math.log10(rate)) - 1));
    return Math.floor(rate / unit) * unit;
  }
}
