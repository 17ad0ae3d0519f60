package io.brokerbench.cli;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.RunException;
import io.brokerbench.core.engine.RunListener;
import io.brokerbench.core.gate.Measured.Status;
import io.brokerbench.core.gate.Metrics;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.RigStepRunner;
import io.brokerbench.core.search.SearchFindings;
import io.brokerbench.core.search.SearchFindings.LimitedBy;
import io.brokerbench.core.search.SearchResult;
import io.brokerbench.core.search.SearchResultCodec;
import io.brokerbench.core.search.StepJudge;
import io.brokerbench.core.search.StepRigs;
import io.brokerbench.core.search.StepWindows;
import io.brokerbench.core.search.SustainableThroughputSearch;
import io.brokerbench.core.telemetry.NetworkLink;
import java.time.Instant;
import java.util.Map;

/**
 * Measures a side by the rate that it sustains.
 *
 * @param tools to work with
 * @param question what is searched for
 * @param windows how long the parts of each step take
 */
record AbSearch(Tools tools, SearchResult.Question question, StepWindows windows)
    implements AbMeasure {

  @Override
  public Attempt attempt(
      Broker broker, RunSession.Request side, Scenario scenario, RunListener listener) {
    int cores = broker.usableCores().orElse(Runtime.getRuntime().availableProcessors());
    RigStepRunner runner =
        new RigStepRunner(
            scenario,
            windows,
            new StepJudge(question.profile(), cores),
            (step, watch) -> rig(broker, side, step, RunListener.both(listener, watch)),
            RigStepRunner.RunKeeper.NONE,
            broker.endpoints().stream()
                .findFirst()
                .flatMap(endpoint -> NetworkLink.to(endpoint.host())));
    return new Attempt() {
      @Override
      public Taken take() throws RunException, InterruptedException {
        Instant startedAt = tools.clock().instant();
        SearchFindings findings =
            new SustainableThroughputSearch(question.plan(), runner, step -> {}).search();
        RunResult latest = runner.latest().orElseThrow();
        return taken(
            SearchResult.of(scenario, startedAt, latest, question, findings, findings.steps()),
            latest);
      }

      @Override
      public void stop() {
        runner.stop();
      }
    };
  }

  private StepRigs.Rig rig(
      Broker broker, RunSession.Request side, Scenario scenario, RunListener listener) {
    RigFactory.Rig rig =
        tools.rigs().create(scenario, broker, side.driver(), side.settings(), listener);
    return new StepRigs.Rig() {
      @Override
      public RunResult run() throws RunException, InterruptedException {
        return rig.run();
      }

      @Override
      public void stop() {
        rig.stop();
      }
    };
  }

  private static Taken taken(SearchResult result, RunResult latest) {
    Status status =
        switch (result.limitedBy()) {
          case GENERATOR, NETWORK -> Status.GENERATOR_LIMITED;
          case BROKER, UPPER_RATE -> Status.VALID;
          case UNKNOWN -> Status.FAILED;
        };
    boolean found = status == Status.VALID && result.sustainablePerSecond().isPresent();
    if (status == Status.VALID && !found) {
      status = Status.FAILED;
    }
    String reason =
        result.limitedBy() == LimitedBy.BROKER && !found
            ? "none of the rates that were tried was sustained"
            : result.reason();
    return new Taken(
        status,
        found ? "" : reason,
        found ? Metrics.ofSearch(result.sustainablePerSecond().getAsDouble()) : Map.of(),
        SearchResultCodec.write(result),
        latest);
  }
}
