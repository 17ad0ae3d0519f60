package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;

/**
 * How far a comparison of two brokers may go.
 *
 * @param rounds most rounds, of which each has a fresh broker of each side
 * @param budget longest time for all of them, such as 20m
 * @param seed seed of the order in which the sides take turns
 */
public record AbPlan(
    @Bounds(min = 1) int rounds, Duration budget, @Bounds(min = Bounds.UNBOUNDED) long seed) {

  /** Budget unless said otherwise. */
  public static final Duration USUAL_BUDGET = Duration.ofMinutes(20);

  /** Most rounds that may be asked for; unless said otherwise, the budget is what bounds them. */
  public static final int MOST_ROUNDS = 500;

  /** Checks the limits. */
  public AbPlan {
    if (rounds < 1 || rounds > MOST_ROUNDS) {
      throw outOfLimits(rounds);
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
  public static AbPlan asked(int rounds, Duration budget, long seed) {
    if (rounds < Gate.LEAST_REPETITIONS) {
      throw outOfLimits(rounds);
    }
    return new AbPlan(rounds, budget, seed);
  }

  private static DefinitionException outOfLimits(int rounds) {
    return new DefinitionException(
        "rounds",
        "between %d and %d; fewer cannot give a verdict"
            .formatted(Gate.LEAST_REPETITIONS, MOST_ROUNDS),
        rounds);
  }

  /**
   * Makes sure that the fewest rounds fit.
   *
   * @param round the least time that one takes
   * @throws DefinitionException if they do not
   */
  public void requireRoomFor(Duration round) {
    Duration least = round.multipliedBy(Gate.LEAST_REPETITIONS);
    if (budget.compareTo(least) < 0) {
      throw new DefinitionException(
          "budget",
          "the least is %s, which the %d rounds of a verdict require"
              .formatted(Durations.format(least), Gate.LEAST_REPETITIONS),
          Durations.format(budget));
    }
  }
}
