package io.brokerbench.cli.live;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.OptimisingCompiler;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.StepRigs;

/** Makes what runs a scenario: the load rig, or a stand-in for tests. */
@FunctionalInterface
public interface RigFactory {

  /** The real one. */
  RigFactory LOAD_RIG =
      (scenario, broker, driver, settings, listener) -> {
        if (scenario.connectsOnly() && settings.workers() == 1) {
          OptimisingCompiler.standBack();
        }
        return StepRigs.on(broker, driver, settings, listener).create(scenario, RunListener.NONE);
      };

  /** A rig for one run. */
  StepRigs.Rig create(
      Scenario scenario,
      Broker broker,
      ClientDriverProvider driver,
      RigSettings settings,
      RunListener listener);
}
