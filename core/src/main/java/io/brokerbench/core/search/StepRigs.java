package io.brokerbench.core.search;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;

/** Makes what runs one step on the broker of the search. */
@FunctionalInterface
public interface StepRigs {

  /**
   * A rig for one run, which hasn't begun.
   *
   * @param scenario at the step's rate
   * @param listener hears how the run goes, on its thread
   */
  Rig create(Scenario scenario, RunListener listener);

  /**
   * Load rigs.
   *
   * @param listener hears every run, beside whoever asked for it
   */
  static StepRigs on(
      Broker broker, ClientDriverProvider driver, RigSettings settings, RunListener listener) {
    return (scenario, watch) -> {
      LoadRig rig =
          new LoadRig(scenario, broker, driver, settings, RunListener.both(listener, watch));
      return new Rig() {
        @Override
        public RunResult run() throws RunException, InterruptedException {
          return rig.run();
        }

        @Override
        public void stop() {
          rig.stop();
        }
      };
    };
  }

  /** What a search needs of {@link io.brokerbench.core.engine.LoadRig}; see there. */
  interface Rig {
    /** Runs it. */
    RunResult run() throws RunException, InterruptedException;

    /** Ends the run early and in order; from any thread. */
    void stop();
  }
}
