package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.search.RigStepRunner;
import io.brokerbench.experiment.search.SearchPlan;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.StepWindows;
import io.brokerbench.experiment.search.SustainProfile;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How the highest rate of a load is searched for, by {@code experiment.search} with its usual
 * criterion.
 *
 * @param fromPerSecond rate of the first step
 * @param within how close the search comes, as a share: 0.05 is 5 %
 * @param maxSteps most steps
 * @param probeWindow steady window of a step
 * @param projected whether the peak is projected to full CPU, which says nothing of a broker that
 *     hardly used any
 */
public record PeakPlan(
    double fromPerSecond, double within, int maxSteps, Duration probeWindow, boolean projected) {

  /** Checks the limits; the search checks the others. */
  public PeakPlan {
    if (maxSteps < 2) {
      throw new DefinitionException("maxSteps", "at least 2", maxSteps);
    }
    if (probeWindow.compareTo(Duration.ofMillis(100)) < 0) {
      throw new DefinitionException("probeWindow", "at least 100ms", Durations.format(probeWindow));
    }
  }

  /** One that is not projected. */
  public PeakPlan(double fromPerSecond, double within, int maxSteps, Duration probeWindow) {
    this(fromPerSecond, within, maxSteps, probeWindow, false);
  }

  /**
   * The search that a load has unless asked otherwise, as {@code search} does it: from a tenth of
   * its rate.
   *
   * @throws DefinitionException if the load has no rate to search for
   */
  public static PeakPlan of(Scenario load) {
    StepWindows windows = StepWindows.of(load, Optional.empty());
    SearchPlan usual = SearchPlan.of(load, windows, OptionalDouble.empty(), Rate.MAX_PER_SECOND);
    return new PeakPlan(usual.fromPerSecond(), usual.within(), usual.maxSteps(), windows.probe());
  }

  /**
   * What is searched for. Nothing is confirmed, as a run at the rate found follows.
   *
   * @throws DefinitionException if a limit is not kept, or the load has no rate to search for
   */
  public SearchResult.Question question(Scenario load) {
    RigStepRunner.load(load);
    return new SearchResult.Question(
        SustainProfile.REPORT,
        new SearchPlan(fromPerSecond, Rate.MAX_PER_SECOND, within, 0, maxSteps)
            .atLeast(StepWindows.of(load, probeWindow).leastPerSecond()));
  }
}
