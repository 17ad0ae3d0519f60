package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;

/**
 * How the highest rate of a load is searched for, by {@code experiment.search} with its usual
 * criterion.
 *
 * @param fromPerSecond rate of the first step
 * @param within how close the search comes, as a share: 0.05 is 5 %
 * @param maxSteps most steps
 * @param probeWindow steady window of a step
 */
public record PeakPlan(double fromPerSecond, double within, int maxSteps, Duration probeWindow) {

  /** Checks the limits; the search checks the others. */
  public PeakPlan {
    if (maxSteps < 2) {
      throw new DefinitionException("maxSteps", "at least 2", maxSteps);
    }
    if (probeWindow.compareTo(Duration.ofMillis(100)) < 0) {
      throw new DefinitionException("probeWindow", "at least 100ms", Durations.format(probeWindow));
    }
  }
}
