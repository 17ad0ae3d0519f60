package io.brokerbench.cli;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.RunException;
import io.brokerbench.core.engine.RunListener;
import io.brokerbench.core.gate.Measured;
import io.brokerbench.core.gate.Metric;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.RunResultCodec;
import io.brokerbench.core.scenario.Scenario;
import java.util.Map;

/** How a side of a comparison is measured once on a broker: by a run, or by a search. */
@FunctionalInterface
interface AbMeasure {

  /** One measurement that hasn't begun. */
  Attempt attempt(Broker broker, RunSession.Request side, Scenario scenario, RunListener listener);

  /** One measurement. */
  interface Attempt {

    /** Measures to the end. */
    Taken take() throws RunException, InterruptedException;

    /** Ends it in order, from any thread. */
    void stop();
  }

  /**
   * What it gave.
   *
   * @param status what it is good for
   * @param reason why it is good for nothing
   * @param values for each metric that it has
   * @param document all of it
   * @param run any run of it, for what all have in common
   */
  record Taken(
      Measured.Status status,
      String reason,
      Map<Metric, Double> values,
      String document,
      RunResult run) {

    static Taken of(RunResult run) {
      Measured measured = Measured.of(run, "");
      return new Taken(
          measured.status(), measured.reason(), measured.values(), RunResultCodec.write(run), run);
    }
  }

  /** A run of the scenario. */
  static AbMeasure byRun(RigFactory rigs) {
    return (broker, side, scenario, listener) -> {
      RigFactory.Rig rig = rigs.create(scenario, broker, side.driver(), side.settings(), listener);
      return new Attempt() {
        @Override
        public Taken take() throws RunException, InterruptedException {
          return Taken.of(rig.run());
        }

        @Override
        public void stop() {
          rig.stop();
        }
      };
    };
  }
}
