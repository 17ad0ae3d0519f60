package io.brokerbench.cli;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.OptimisingCompiler;
import io.brokerbench.core.engine.RigSettings;
import io.brokerbench.core.engine.RunException;
import io.brokerbench.core.engine.RunListener;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.StepRigs;

/** Makes what runs a scenario: the load rig, or a stand-in for tests. */
@FunctionalInterface
interface RigFactory {

  /** The real one. */
  RigFactory LOAD_RIG =
      (scenario, broker, driver, settings, listener) -> {
        if (scenario.connectsOnly() && settings.workers() == 1) {
          OptimisingCompiler.standBack();
        }
        LoadRig rig = new LoadRig(scenario, broker, driver, settings, listener);
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

  /** A rig for one run. */
  Rig create(
      Scenario scenario,
      Broker broker,
      ClientDriverProvider driver,
      RigSettings settings,
      RunListener listener);

  /** What the command line needs of {@link LoadRig}; see there. */
  interface Rig extends StepRigs.Rig {}
}
