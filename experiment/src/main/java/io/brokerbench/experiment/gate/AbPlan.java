package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;

/**
 * How far an interleaved comparison may go.
 *
 * @param pairs most pairs of runs
 * @param budget longest time for all of them, such as 20m
 * @param seed seed of the order in which the sides take turns
 */
public record AbPlan(
    @Bounds(min = 1) int pairs, Duration budget, @Bounds(min = Bounds.UNBOUNDED) long seed) {

  /** Pairs unless said otherwise. */
  public static final int USUAL_PAIRS = 20;

  /** Budget unless said otherwise. */
  public static final Duration USUAL_BUDGET = Duration.ofMinutes(20);

  /** Most pairs that may be asked for. */
  public static final int MOST_PAIRS = 500;

  /** Checks the limits. */
  public AbPlan {
    if (pairs < 1 || pairs > MOST_PAIRS) {
      throw outOfLimits(pairs);
    }
    if (budget.isZero() || budget.isNegative()) {
      throw new DefinitionException("budget", "more than 0s", Durations.format(budget));
    }
  }

  /**
   * A plan that may lead to a verdict, as it was asked for.
   *
   * @throws DefinitionException if something is out of its limits
   */
  public static AbPlan asked(int pairs, Duration budget, long seed) {
    if (pairs < Gate.LEAST_REPETITIONS) {
      throw outOfLimits(pairs);
    }
    return new AbPlan(pairs, budget, seed);
  }

  private static DefinitionException outOfLimits(int pairs) {
    return new DefinitionException(
        "pairs",
        "between %d, as fewer can show nothing, and %d"
            .formatted(Gate.LEAST_REPETITIONS, MOST_PAIRS),
        pairs);
  }

  /**
   * Makes sure that the fewest pairs fit.
   *
   * @param run the least time that one run takes
   * @throws DefinitionException if they do not
   */
  public void requireRoomFor(Duration run) {
    Duration least = run.multipliedBy(2L * Gate.LEAST_REPETITIONS);
    if (budget.compareTo(least) < 0) {
      throw new DefinitionException(
          "budget",
          "the least is %s, which the %d pairs of a verdict require"
              .formatted(Durations.format(least), Gate.LEAST_REPETITIONS),
          Durations.format(budget));
    }
  }
}
