package io.brokerbench.experiment.calibrate;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;

/** Does one run after the other against the null broker. */
@FunctionalInterface
public interface CalibrationRuns {

  /**
   * Does one.
   *
   * @param what it is for, in a few words
   * @param scenario of the run
   * @param precision of its send loops
   * @param connects receives the progress of the run
   * @throws RunException if nothing could be measured
   * @throws InterruptedException if it was stopped
   */
  RunResult run(String what, Scenario scenario, Duration precision, ConnectPhaseMeter connects)
      throws RunException, InterruptedException;
}
