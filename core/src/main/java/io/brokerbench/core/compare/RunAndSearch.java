package io.brokerbench.core.compare;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.compare.SideMeasure.Taken;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.metric.Measured.Status;
import io.brokerbench.core.metric.Metrics;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.RigStepRunner;
import io.brokerbench.core.search.SearchFindings;
import io.brokerbench.core.search.SearchResult;
import io.brokerbench.core.search.SearchStep;
import io.brokerbench.core.search.StepJudge;
import io.brokerbench.core.search.StepRigs;
import io.brokerbench.core.search.StepWindows;
import io.brokerbench.core.search.SustainableThroughputSearch;
import io.brokerbench.core.telemetry.NetworkLink;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A run under the scenario's own load, and then, on the same broker, a search. The run comes first:
 * what a search leaves behind in a broker would be among its figures.
 */
final class RunAndSearch implements SideMeasure.Attempt {

  private final Scenario scenario;
  private final StepRigs.Rig run;
  private final RigStepRunner steps;
  private final Consumer<SearchStep> listener;
  private final SearchResult.Question question;
  private final Clock clock;
  private volatile boolean stopped;

  RunAndSearch(
      Broker broker,
      Scenario scenario,
      StepRigs rigs,
      Consumer<SearchStep> listener,
      SearchResult.Question question,
      StepWindows windows,
      Clock clock) {
    this.scenario = scenario;
    this.listener = listener;
    this.clock = clock;
    this.question = question;
    this.run = rigs.create(scenario, RunListener.NONE);
    int cores = broker.usableCores().orElse(Runtime.getRuntime().availableProcessors());
    this.steps =
        new RigStepRunner(
            scenario,
            windows,
            new StepJudge(question.profile(), cores),
            rigs,
            RigStepRunner.RunKeeper.NONE,
            broker.endpoints().stream()
                .findFirst()
                .flatMap(endpoint -> NetworkLink.to(endpoint.host())));
  }

  @Override
  public Taken take() throws RunException, InterruptedException {
    Taken atEqualLoad = Taken.of(run.run());
    if (atEqualLoad.status() != Status.VALID || stopped) {
      return atEqualLoad;
    }
    Instant startedAt = clock.instant();
    SearchFindings findings =
        new SustainableThroughputSearch(question.plan(), steps, listener).search();
    RunResult latest = steps.latest().orElse(atEqualLoad.run());
    return with(
        atEqualLoad,
        SearchResult.of(scenario, startedAt, latest, question, findings, findings.steps()));
  }

  private static Taken with(Taken atEqualLoad, SearchResult search) {
    boolean found = search.sustainablePerSecond().isPresent();
    Status status =
        switch (search.limitedBy()) {
          case GENERATOR, NETWORK, DISTURBED -> Status.GENERATOR_LIMITED;
          case BROKER, CRITERION, UPPER_RATE -> found ? Status.VALID : Status.FAILED;
          case UNKNOWN -> search.complete() ? Status.GENERATOR_LIMITED : Status.FAILED;
        };
    String reason =
        search.limitedBy().isBrokers() && !found
            ? "none of the rates that were tried was sustained"
            : search.reason();
    boolean valid = status == Status.VALID;
    return new Taken(
        status,
        valid ? "" : reason,
        valid
            ? Metrics.of(atEqualLoad.run(), search.sustainablePerSecond().getAsDouble())
            : Map.of(),
        atEqualLoad.run(),
        Optional.of(search));
  }

  @Override
  public void stop() {
    stopped = true;
    run.stop();
    steps.stop();
  }
}
