package io.brokerbench.experiment.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * Chooses and confirms the rate at the end of a search, once the bracket is narrow.
 *
 * <p>A broker that carries a little more in one step and a little less in the next fails at times
 * below its limit, and a bracket that trusts each failure ends too low. So all that steps near the
 * limit say is put together in a {@link LimitEstimate}. Where that is not accurate enough, some
 * more probes are made at the estimate, where they are most informative. Then the rate is confirmed
 * that was sustained closest below the estimate, or, without one, a little less than the estimate.
 * For a broker that is the same in each step this is the lower end of the bracket.
 */
final class LimitConfirmation {

  /** Steps of the search after which no more probes are made. */
  private static final int PATIENCE = 7;

  /** After so many failed confirmations it is not bad luck, but longer windows fail earlier. */
  private static final int REFUTED = 3;

  private final double within;
  private final double low;
  private final double high;
  private final List<SearchStep> steps;
  private final List<SearchStep> added = new ArrayList<>();
  private double candidate;

  /**
   * From a bracket that has both ends.
   *
   * @param within how close the result is to be, as a share
   */
  LimitConfirmation(Bracket bracket, double within) {
    this.within = within;
    this.low = bracket.low();
    this.high = bracket.high();
    this.steps = new ArrayList<>(bracket.steps());
  }

  void add(SearchStep step) {
    steps.add(step);
    added.add(step);
  }

  /** The steps since it began. */
  List<SearchStep> added() {
    return List.copyOf(added);
  }

  /** Whether confirmations fail where probes do not. */
  boolean isRefuted() {
    return added.stream().filter(LimitConfirmation::isRefutation).count() >= REFUTED;
  }

  private static boolean isRefutation(SearchStep step) {
    return step.kind() == StepKind.CONFIRM && !step.sustained();
  }

  /**
   * The highest rate that counts of those that were sustained in a step: the one that is being
   * confirmed, or the next one below it.
   */
  double found() {
    double most = candidate > 0 ? candidate : Double.MAX_VALUE;
    return sustained(rate -> rate < leastRefuted() && rate <= most)
        .max()
        .orElseGet(() -> sustained(rate -> rate < leastRefuted()).min().orElse(0));
  }

  /**
   * The next step.
   *
   * @param number of the step
   * @param last whether no more steps can be had than confirmations take
   */
  StepRequest next(int number, boolean last) {
    if (!added.isEmpty() && candidate > 0 && candidate < leastRefuted()) {
      return new StepRequest(number, StepKind.CONFIRM, candidate);
    }
    LimitEstimate estimate = estimate();
    boolean vague = estimate.spread() > 0.7 * within && leastRefuted() == Double.MAX_VALUE;
    if (vague && number <= PATIENCE && !last) {
      return new StepRequest(number, StepKind.PROBE, Math.min(estimate.perSecond(), high));
    }
    candidate = candidate(estimate.perSecond());
    return new StepRequest(number, StepKind.CONFIRM, candidate);
  }

  private LimitEstimate estimate() {
    return LimitEstimate.of(steps, low, high, within);
  }

  private double candidate(double limit) {
    double most = leastRefuted() * (1 - within / 4);
    double from = limit * (1 - 0.75 * within);
    double to = Math.min(most, limit * (1 + within / 2));
    return sustained(rate -> rate >= from && rate <= to)
        .max()
        .orElse(Math.min(Math.min(most, high), limit * (1 - within / 4)));
  }

  private DoubleStream sustained(Predicate<Double> wanted) {
    return steps.stream()
        .filter(SearchStep::sustained)
        .map(SearchStep::offeredPerSecond)
        .filter(wanted)
        .mapToDouble(rate -> rate);
  }

  private double leastRefuted() {
    return added.stream()
        .filter(LimitConfirmation::isRefutation)
        .mapToDouble(SearchStep::offeredPerSecond)
        .min()
        .orElse(Double.MAX_VALUE);
  }

  /** What kept rates above the one found from being sustained. */
  Optional<SearchStep> limiting() {
    return steps.stream()
        .filter(step -> !step.sustained() && step.offeredPerSecond() > found())
        .min((a, b) -> Double.compare(a.offeredPerSecond(), b.offeredPerSecond()));
  }

  /**
   * In which the limit lies: between the rate found and the lowest above it that failed; where
   * rates below it failed as well, the limit varies, and the lowest of them is the lower end, and
   * where the estimate says that the limit hardly is any more, the upper one.
   *
   * @param carried rates of the confirmations
   */
  RateInterval interval(List<Double> carried) {
    double found = found();
    double above = limiting().map(SearchStep::offeredPerSecond).orElse(Double.POSITIVE_INFINITY);
    OptionalDouble least =
        steps.stream()
            .filter(step -> !step.sustained())
            .mapToDouble(SearchStep::offeredPerSecond)
            .filter(rate -> rate <= found)
            .min();
    if (least.isEmpty()) {
      return RateInterval.of(found, above, carried);
    }
    LimitEstimate estimate = estimate();
    double highest = estimate.perSecond() * (1 + 2 * estimate.spread());
    return RateInterval.of(least.getAsDouble(), Math.min(above, Math.max(found, highest)), carried);
  }
}
