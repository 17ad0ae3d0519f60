package io.brokerbench.experiment.search;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.NetworkLink;
import io.brokerbench.experiment.bench.BrokerUnderTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A search for the highest rate of a scenario that a broker sustains.
 *
 * @param scenario that is run, at the rates of the steps
 * @param question the criterion, and where to begin and to end
 * @param windows how long the parts of a step take
 * @param knee whether steps at shares of the rate found follow, where the criterion names some
 */
public record RateSearch(
    Scenario scenario, SearchResult.Question question, StepWindows windows, boolean knee) {

  /** One without the steps that show the knee. */
  public static RateSearch withoutKnee(
      Scenario scenario, SearchResult.Question question, StepWindows windows) {
    return new RateSearch(scenario, question, windows, false);
  }

  /**
   * Searches to the end. A search whose later steps cannot be run returns what was found until
   * then.
   *
   * @param keeper keeps the run of each step
   * @param listener hears of each step as it ends
   * @throws RunException if the first step could not be run
   * @throws InterruptedException if interrupted
   */
  public SearchResult on(
      BrokerUnderTest broker, RigStepRunner.RunKeeper keeper, Consumer<SearchStep> listener)
      throws RunException, InterruptedException {
    int cores = broker.broker().usableCores().orElse(Runtime.getRuntime().availableProcessors());
    RigStepRunner runner =
        new RigStepRunner(
            scenario,
            windows,
            new StepJudge(question.profile(), cores),
            broker,
            keeper,
            broker.reached().endpoints().stream()
                .findFirst()
                .flatMap(endpoint -> NetworkLink.to(endpoint.host())));
    Instant startedAt = broker.wallClock().instant();
    SearchFindings findings =
        new SustainableThroughputSearch(question.plan(), runner, listener).search();
    List<Integer> percents = knee ? question.profile().kneePercents() : List.of();
    KneeCurve.Knee shares = new KneeCurve(percents, runner, listener).run(findings);
    List<SearchStep> steps = new ArrayList<>(findings.steps());
    steps.addAll(shares.steps());
    SearchResult result =
        SearchResult.of(
            scenario, startedAt, runner.latest().orElseThrow(), question, findings, steps);
    return shares.missing().map(result::withoutAllOfTheKnee).orElse(result);
  }
}
