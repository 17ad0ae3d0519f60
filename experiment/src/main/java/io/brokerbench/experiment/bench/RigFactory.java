package io.brokerbench.experiment.bench;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.JitCompilerControl;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.scenario.Scenario;

/** Makes what runs a scenario: the load rig, with agents or meters around it, or a stand-in. */
@FunctionalInterface
public interface RigFactory {

  /** The real one. */
  RigFactory LOAD_RIG =
      (scenario, broker, driver, settings, listener) -> {
        if (scenario.connectsOnly() && settings.workers() == 1) {
          JitCompilerControl.standBack();
        }
        return new LoadRig(scenario, broker, driver, settings, listener);
      };

  /**
   * A rig for one run.
   *
   * @param listener hears how the run goes, on its thread
   */
  Rig create(
      Scenario scenario,
      Broker broker,
      ClientDriverProvider driver,
      RigSettings settings,
      RunListener listener);
}
