package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.testkit.broker.Faults;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.util.List;
import java.util.function.Consumer;

/**
 * A run on a broker with faults.
 *
 * @param result of the run
 * @param wronged ids of the clients that the broker did wrong to
 */
record FaultyRun(RunResult result, List<String> wronged) {

  static FaultyRun of(Scenario scenario, Consumer<Faults> faults) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      faults.accept(broker.faults());
      RunResult result = Runs.on(broker, scenario);
      assertThat(broker.violations()).isEmpty();
      return new FaultyRun(result, broker.faults().storms().wronged());
    }
  }
}
