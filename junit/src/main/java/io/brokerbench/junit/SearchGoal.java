package io.brokerbench.junit;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.search.SearchPlan;
import io.brokerbench.experiment.search.SearchPlanBuilder;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.StepWindows;
import io.brokerbench.experiment.search.SustainProfile;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * What a search looks for, and how long it may take: docs/search.md has the whole of it. Each
 * method changes this and returns it. The limits are checked when the search begins.
 */
public final class SearchGoal {

  private OptionalDouble from = OptionalDouble.empty();
  private double to = Rate.MAX_PER_SECOND;
  private int confirmations = 1;
  private OptionalInt maxSteps = OptionalInt.empty();
  private Consumer<SearchPlanBuilder> changes = plan -> {};
  private Optional<Duration> probe = Optional.empty();
  private SustainProfile profile = SustainProfile.REPORT;

  private SearchGoal() {}

  /** The highest rate that is sustained, within 2 %, beginning at a tenth of the scenario's. */
  public static SearchGoal usual() {
    return new SearchGoal();
  }

  /** Rate of the first step, which should lie below what the broker sustains. */
  public SearchGoal from(double perSecond) {
    from = OptionalDouble.of(perSecond);
    return this;
  }

  /** Highest rate that is tried. */
  public SearchGoal to(double perSecond) {
    to = perSecond;
    return this;
  }

  /** How close the result gets to the limit, as a share: 0.05 is 5 %. */
  public SearchGoal within(double share) {
    changes = changes.andThen(plan -> plan.within(share));
    return this;
  }

  /** Full steady windows that confirm the rate found. */
  public SearchGoal confirm(int windows) {
    confirmations = windows;
    return this;
  }

  /** Most steps, confirmations included. */
  public SearchGoal maxSteps(int steps) {
    maxSteps = OptionalInt.of(steps);
    return this;
  }

  /** How often steps are repeated that other work disturbed, or that may have failed by chance. */
  public SearchGoal repeats(int steps) {
    changes = changes.andThen(plan -> plan.repeats(steps));
    return this;
  }

  /** Steady window of a step that only looks for the limit. */
  public SearchGoal probe(Duration window) {
    probe = Optional.of(window);
    return this;
  }

  /** The criterion that a rate has to keep. */
  public SearchGoal profile(SustainProfile criterion) {
    profile = Objects.requireNonNull(criterion, "profile");
    return this;
  }

  /**
   * The search of a scenario.
   *
   * @throws DefinitionException if something is out of its limits
   */
  SearchResult.Question question(Scenario scenario) {
    SearchPlanBuilder plan =
        SearchPlanBuilder.builder(SearchPlan.of(scenario, windows(scenario), from, to))
            .confirmations(confirmations)
            .maxSteps(maxSteps.orElse(SearchPlan.usualMaxSteps(confirmations)));
    changes.accept(plan);
    return new SearchResult.Question(profile, plan.build());
  }

  /** How long the parts of each step take. */
  StepWindows windows(Scenario scenario) {
    return StepWindows.of(scenario, probe);
  }
}
