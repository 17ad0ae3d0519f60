package io.brokerbench.junit;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.search.KneeCurve;
import io.brokerbench.core.search.RigStepRunner;
import io.brokerbench.core.search.SearchFindings;
import io.brokerbench.core.search.SearchResult;
import io.brokerbench.core.search.SearchStep;
import io.brokerbench.core.search.StepJudge;
import io.brokerbench.core.search.StepRigs;
import io.brokerbench.core.search.StepWindows;
import io.brokerbench.core.search.SustainableThroughputSearch;
import io.brokerbench.core.store.ResultFolder;
import io.brokerbench.core.store.ResultFolderException;
import io.brokerbench.core.telemetry.NetworkLink;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One search on the broker of a test, step by step into its result folder. */
final class BenchSearch {

  private final Bench.Work work;
  private final RigSettings settings;
  private final SearchResult.Question question;
  private final StepWindows windows;
  private final RunListener listener;
  private Optional<ResultFolderException> problem = Optional.empty();

  BenchSearch(Bench.Work work, RigSettings settings, SearchGoal goal, RunListener listener) {
    this.work = work;
    this.settings = settings;
    this.question = goal.question(work.scenario());
    this.windows = goal.windows(work.scenario());
    this.listener = listener;
  }

  /**
   * Searches to the end.
   *
   * @throws RunException if not even the first step could be run
   * @throws ResultFolderException if what was found can't be kept
   */
  MeasuredSearch run(ResultFolder folder, Clock clock)
      throws RunException, ResultFolderException, InterruptedException {
    try {
      Instant startedAt = clock.instant();
      RigStepRunner runner = runner(folder);
      SearchFindings findings =
          new SustainableThroughputSearch(question.plan(), runner, step -> {}).search();
      List<SearchStep> steps = new ArrayList<>(findings.steps());
      steps.addAll(
          new KneeCurve(question.profile().kneePercents(), runner, step -> {}).run(findings));
      SearchResult result =
          SearchResult.of(
              work.scenario(), startedAt, runner.latest().orElseThrow(), question, findings, steps);
      if (problem.isPresent()) {
        throw problem.get();
      }
      folder.write(result);
      return new MeasuredSearch(result, folder.path());
    } finally {
      folder.removeIfEmpty();
    }
  }

  private RigStepRunner runner(ResultFolder folder) {
    Broker broker = work.broker();
    int cores = broker.usableCores().orElse(Runtime.getRuntime().availableProcessors());
    return new RigStepRunner(
        work.scenario(),
        windows,
        new StepJudge(question.profile(), cores),
        StepRigs.on(broker, work.driver(), settings, listener),
        (step, result) -> keep(folder, step, result),
        broker.endpoints().stream()
            .findFirst()
            .flatMap(endpoint -> NetworkLink.to(endpoint.host())));
  }

  private SearchStep keep(ResultFolder folder, SearchStep step, RunResult result) {
    try {
      return problem.isPresent() ? step : step.withRun(folder.writeStep(step.number(), result));
    } catch (ResultFolderException e) {
      problem = Optional.of(e);
      return step;
    }
  }
}
