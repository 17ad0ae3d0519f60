package io.brokerbench.experiment.session;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.bench.BrokerUnderTest;
import io.brokerbench.experiment.search.RateSearch;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.search.StepWindows;
import io.brokerbench.experiment.store.ResultFolder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A search for the highest rate of a target that is sustained, which keeps the run of each step.
 */
public record SearchExperiment(
    RunTarget target, SearchResult.Question question, StepWindows windows)
    implements Experiment<SearchResult> {

  /** Checks that there is something to be found. */
  public SearchExperiment {
    if (target.scenario().conditions().fault().isPresent()) {
      throw new DefinitionException(
          "search: not with a fault, under which no rate is sustained; use run");
    }
  }

  @Override
  public Requirements requirements() {
    return Requirements.of(List.of(target), "search-", windows.drainLimit());
  }

  @Override
  public ExpectedTime expectedTime() {
    int confirmations = question.plan().confirmations();
    int probes = Math.max(1, question.plan().maxSteps() - confirmations);
    return ExpectedTime.atMost(
        windows
            .firstWarmUp()
            .plus(windows.warmUp().multipliedBy(probes + confirmations - 1L))
            .plus(windows.probe().multipliedBy(probes))
            .plus(windows.confirm().multipliedBy(confirmations)));
  }

  @Override
  public Answer answer(SearchResult result) {
    if (result.limitedBy().isInvalid()) {
      return Answer.INVALID;
    }
    if (!result.complete() && !result.ranOutOfSteps()) {
      return Answer.BROKE_OFF;
    }
    if (!result.answers()) {
      return Answer.INVALID;
    }
    return (result.sustainablePerSecond().isPresent() ? Answer.YES : Answer.NO)
        .unlessCrossed(result.thresholds().orElse(List.of()));
  }

  @Override
  public SearchResult perform(ExperimentBench bench)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    BrokerUnderTest site =
        bench.start(target, ResultFolder.BROKER_LOG, BrokerAnnouncement.WITH_SCENARIO);
    bench.listener().begins();
    Map<Integer, List<ThresholdCheck>> checks = new HashMap<>();
    SearchResult found =
        new RateSearch(target.scenario(), question, windows, true)
            .on(
                site,
                (step, run) -> {
                  checks.put(step.number(), ThresholdCheck.of(run));
                  return keep(bench, step, run);
                },
                bench.listener()::onStep);
    List<ThresholdCheck> unknown = ThresholdCheck.of(target.scenario());
    SearchResult result =
        found.withThresholds(
            Optional.of(
                found.withRateFound(
                    found.best().map(step -> checks.get(step.number())).orElse(unknown))));
    bench.keep(folder -> folder.write(result));
    return result;
  }

  private static SearchStep keep(ExperimentBench bench, SearchStep step, RunResult run) {
    return bench
        .keep("step-%02d.json".formatted(step.number()), RunResult.CODEC.write(run))
        .map(step::withRun)
        .orElse(step);
  }
}
