package io.brokerbench.experiment.search;

import io.brokerbench.core.engine.measure.RunException;

/** Runs the steps of a search, one at a time, each on the same broker. */
@FunctionalInterface
public interface StepRunner {

  /**
   * Runs a step to its end, or until it can only fail, and judges it.
   *
   * @throws RunException if nothing could be measured
   * @throws InterruptedException if interrupted
   */
  SearchStep run(StepRequest request) throws RunException, InterruptedException;
}
