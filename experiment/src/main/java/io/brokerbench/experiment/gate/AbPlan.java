package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * How far a comparison of two brokers may go.
 *
 * @param rounds most rounds, of which each has a fresh broker of each side
 * @param budget longest time for all of them, such as 20m
 * @param seed seed of the order in which the sides take turns
 * @param loadShare the most load, as a share of what the baseline carries on this machine; absent
 *     for the scenario's own, whatever share that is
 */
public record AbPlan(
    @Bounds(min = 1) int rounds,
    Duration budget,
    @Bounds(min = Bounds.UNBOUNDED) long seed,
    @Bounds(min = AbPlan.LEAST_SHARE, max = 1) OptionalDouble loadShare) {

  /** The least share of load. */
  public static final double LEAST_SHARE = 0.01;

  /**
   * Share of load unless said otherwise: both brokers warm up at the same time, beside the load of
   * both, and a machine that is nearly full measures itself.
   */
  public static final double USUAL_SHARE = 0.25;

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
    loadShare = loadShare == null ? OptionalDouble.empty() : loadShare;
    loadShare.ifPresent(AbPlan::requireShare);
  }

  /** A plan for the scenario's own load. */
  public AbPlan(int rounds, Duration budget, long seed) {
    this(rounds, budget, seed, OptionalDouble.empty());
  }

  private static void requireShare(double share) {
    if (!(share >= LEAST_SHARE && share <= 1)) {
      throw new DefinitionException("loadShare", "between 0.01 and 1", share);
    }
  }

  /** The same with a limit of the load. */
  public AbPlan withLoadShare(OptionalDouble share) {
    return new AbPlan(rounds, budget, seed, share);
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
