package io.brokerbench.junit;

import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.metric.Tolerances;
import io.brokerbench.experiment.search.RateSearch;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the broker of a test is compared with, and how long that may take: docs/gate.md has the
 * whole of it. Each method changes this and returns it.
 */
public final class AbGoal {

  private final String baseline;
  private int rounds = AbPlan.MOST_ROUNDS;
  private Duration budget = AbPlan.USUAL_BUDGET;
  private Tolerances tolerances = Tolerances.USUAL;
  private OptionalDouble loadShare = OptionalDouble.empty();
  private SearchGoal search;

  private AbGoal(String baseline) {
    this.baseline = baseline;
  }

  /** Compares with this broker, as with {@code --baseline} on the command line. */
  public static AbGoal against(String baseline) {
    return new AbGoal(baseline);
  }

  /** Most rounds, from 6 on; as many as the budget has room for unless it is called. */
  public AbGoal rounds(int most) {
    rounds = most;
    return this;
  }

  /** Longest time for all of them; 20 minutes unless it is called. */
  public AbGoal budget(Duration longest) {
    budget = longest;
    return this;
  }

  /**
   * Most load, as a share of what the baseline carries on this machine, from 0.01 to 1. It is 0.25
   * unless it is called, where the load is that of a built-in scenario with QoS 1 or 2, and the
   * baseline an embedded broker.
   */
  public AbGoal loadShare(double most) {
    loadShare = OptionalDouble.of(most);
    return this;
  }

  /** Compares the rates that the brokers sustain too, by a search after each run. */
  public AbGoal search(SearchGoal goal) {
    search = Objects.requireNonNull(goal, "goal");
    return this;
  }

  /**
   * By how much figures may be worse.
   *
   * @param list such as {@code received=5%,p50=5%,peakRss=off}
   * @throws io.brokerbench.core.base.DefinitionException if it is not of that form
   */
  public AbGoal tolerance(String list) {
    tolerances = Tolerances.parse(list, FigureCatalogue.comparable());
    return this;
  }

  String baseline() {
    return baseline;
  }

  Tolerances tolerances() {
    return tolerances;
  }

  /**
   * How far it may go. The limits are checked here.
   *
   * @throws io.brokerbench.core.base.DefinitionException if something is out of its limits
   */
  AbPlan plan(Scenario scenario) {
    return AbPlan.asked(rounds, budget, scenario.workload().seed()).withLoadShare(loadShare);
  }

  /** The search after each run, where one is asked for. */
  Optional<RateSearch> search(Scenario scenario) {
    return Optional.ofNullable(search)
        .map(
            goal ->
                RateSearch.withoutKnee(scenario, goal.question(scenario), goal.windows(scenario)));
  }
}
