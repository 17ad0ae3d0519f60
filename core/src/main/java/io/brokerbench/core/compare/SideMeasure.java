package io.brokerbench.core.compare;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.metric.Measured;
import io.brokerbench.core.metric.Measured.Status;
import io.brokerbench.core.metric.Metric;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.RunResultCodec;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.SearchResult;
import io.brokerbench.core.search.SearchStep;
import io.brokerbench.core.search.StepRigs;
import io.brokerbench.core.search.StepWindows;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** How a side of a comparison is measured once, on a broker of its own. */
@FunctionalInterface
public interface SideMeasure {

  /**
   * One measurement that hasn't begun.
   *
   * @param rigs make what runs on that broker
   * @param steps hears each step of a search when it is over, on the thread that measures; must not
   *     block
   */
  Attempt attempt(Broker broker, Scenario scenario, StepRigs rigs, Consumer<SearchStep> steps);

  /** One measurement. */
  interface Attempt {

    /**
     * Measures to the end.
     *
     * @throws RunException if a run can't be begun
     */
    Taken take() throws RunException, InterruptedException;

    /** Ends it in order, from any thread. */
    void stop();
  }

  /**
   * What it gave.
   *
   * @param status what it is good for
   * @param reason why it is good for nothing; else empty
   * @param values for each metric that it has
   * @param run under the scenario's own load
   * @param search after it, where one was asked for and the run was good for something
   */
  record Taken(
      Status status,
      String reason,
      Map<Metric, Double> values,
      RunResult run,
      Optional<SearchResult> search) {

    static Taken of(RunResult run) {
      Measured measured = Measured.of(run, "");
      return new Taken(
          measured.status(), measured.reason(), measured.values(), run, Optional.empty());
    }

    /** The document of the run. */
    public String runDocument() {
      return RunResultCodec.write(run);
    }

    /** As the gate takes it, with the name of the run's document. */
    public Measured named(String document) {
      return new Measured(status, reason, values, document);
    }
  }

  /** By one run of the scenario. */
  static SideMeasure byRun() {
    return (broker, scenario, rigs, steps) -> {
      StepRigs.Rig rig = rigs.create(scenario, RunListener.NONE);
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

  /**
   * By one run of the scenario, for what it costs at equal load, and a search for the rate that the
   * broker sustains.
   */
  static SideMeasure byRunAndSearch(
      SearchResult.Question question, StepWindows windows, Clock clock) {
    return (broker, scenario, rigs, steps) ->
        new RunAndSearch(broker, scenario, rigs, steps, question, windows, clock);
  }
}
