package io.brokerbench.junit;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.Rate;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.search.RigStepRunner;
import io.brokerbench.experiment.search.SearchPlan;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.StepWindows;
import io.brokerbench.experiment.search.SustainProfile;
import java.time.Duration;
import java.util.Objects;

/**
 * What a search looks for, and how long it may take: docs/search.md has the whole of it. Each
 * method changes this and returns it. The limits are checked when the search begins.
 */
public final class SearchGoal {

  private static final double TENTH = 0.1;

  private Double from;
  private double to = Rate.MAX_PER_SECOND;
  private double within = SearchPlan.USUAL_WITHIN;
  private int confirmations = 1;
  private int maxSteps = SearchPlan.USUAL_MAX_STEPS;
  private Duration probe;
  private SustainProfile profile = SustainProfile.REPORT;

  private SearchGoal() {}

  /** The highest rate that is sustained, within 2 %, beginning at a tenth of the scenario's. */
  public static SearchGoal usual() {
    return new SearchGoal();
  }

  /** Rate of the first step, which should lie below what the broker sustains. */
  public SearchGoal from(double perSecond) {
    from = perSecond;
    return this;
  }

  /** Highest rate that is tried. */
  public SearchGoal to(double perSecond) {
    to = perSecond;
    return this;
  }

  /** How close the result gets to the limit, as a share: 0.05 is 5 %. */
  public SearchGoal within(double share) {
    within = share;
    return this;
  }

  /** Full steady windows that confirm the rate found. */
  public SearchGoal confirm(int windows) {
    confirmations = windows;
    return this;
  }

  /** Most steps, confirmations included. */
  public SearchGoal maxSteps(int steps) {
    maxSteps = steps;
    return this;
  }

  /** Steady window of a step that only looks for the limit. */
  public SearchGoal probe(Duration window) {
    probe = window;
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
    double usual = Math.min(to, RigStepRunner.load(scenario).peakRate().perSecond() * TENTH);
    return new SearchResult.Question(
        profile, new SearchPlan(from == null ? usual : from, to, within, confirmations, maxSteps));
  }

  /** How long the parts of each step take. */
  StepWindows windows(Scenario scenario) {
    Duration steady = scenario.phases().steady();
    Duration usual =
        StepWindows.USUAL_PROBE.compareTo(steady) < 0 ? StepWindows.USUAL_PROBE : steady;
    return StepWindows.of(scenario, probe == null ? usual : probe);
  }
}
