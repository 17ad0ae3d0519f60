package io.brokerbench.experiment.compare;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.bench.BrokerUnderTest;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.search.RateSearch;
import io.brokerbench.experiment.search.RigStepRunner;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SearchStep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a side of a comparison is measured once, on a broker of its own: by a run under the
 * scenario's own load, and then, on the same broker, by a search where one is asked for. The run
 * comes first: what a search leaves behind in a broker would be among its figures.
 *
 * @param search for the rate that the broker sustains
 */
public record SideMeasure(Optional<RateSearch> search) {

  /** By one run of the scenario. */
  public static final SideMeasure BY_RUN = new SideMeasure(Optional.empty());

  /**
   * What it gave.
   *
   * @param status what it is good for
   * @param reason why it is good for nothing; else empty
   * @param values for each figure that it has
   * @param run under the scenario's own load; with groups, that of the first group
   * @param search after it, where one was asked for and the run was good for something
   * @param groups the runs of all groups, where the scenario has some
   */
  public record SideResult(
      Status status,
      String reason,
      Map<Figure, Double> values,
      RunResult run,
      Optional<SearchResult> search,
      Optional<GroupsResult> groups) {

    /** Of a scenario without groups. */
    public SideResult(
        Status status,
        String reason,
        Map<Figure, Double> values,
        RunResult run,
        Optional<SearchResult> search) {
      this(status, reason, values, run, search, Optional.empty());
    }

    /** Of groups, whose figures have their names. */
    public static SideResult of(GroupsResult groups) {
      RunMeasurement measured = RunMeasurement.of(groups, "");
      return new SideResult(
          measured.status(),
          measured.reason(),
          measured.values(),
          groups.groups().get(0).run(),
          Optional.empty(),
          Optional.of(groups));
    }

    /** Of a run alone. */
    public static SideResult of(RunResult run) {
      RunMeasurement measured = RunMeasurement.of(run, "");
      return new SideResult(
          measured.status(), measured.reason(), measured.values(), run, Optional.empty());
    }

    /** Of a run whose load is on and off: its rates are {@link TurnRate those while it is on}. */
    public static SideResult ofTurns(RunResult run) {
      return of(run.withThroughput(TurnRate.of(run)));
    }

    /** The document of the run, or of the runs of all groups. */
    public String runDocument() {
      return groups.map(GroupsResult.CODEC::write).orElseGet(() -> RunResult.CODEC.write(run));
    }

    /** The thresholds, checked; those of groups name them. */
    public List<ThresholdCheck> thresholds() {
      if (groups.isPresent()) {
        return groups.get().thresholds().stream()
            .map(check -> check.getValue().ofGroup(check.getKey()))
            .toList();
      }
      List<ThresholdCheck> ofRun = ThresholdCheck.of(run);
      return search.map(found -> found.withRateFound(ofRun)).orElse(ofRun);
    }

    /** As the gate takes it, with the names of the documents of the run and of the search. */
    public RunMeasurement named(String document, String searchDocument) {
      Optional<ContractRun> contract =
          groups.isPresent()
              ? ContractRun.of(groups.get(), document)
              : ContractRun.of(run, document);
      return new RunMeasurement(
          status,
          reason,
          values,
          document,
          contract,
          search.flatMap(found -> ContractRun.of(found, searchDocument)));
    }
  }

  /**
   * Measures to the end.
   *
   * @param steps hears each step of a search when it is over, on the thread that measures; must not
   *     block
   * @throws RunException if a run cannot be begun
   */
  public SideResult take(BrokerUnderTest broker, Scenario scenario, Consumer<SearchStep> steps)
      throws RunException, InterruptedException {
    SideResult atEqualLoad =
        SideResult.of(broker.stop().run(broker.rig(scenario, RunListener.NONE)));
    boolean ended = atEqualLoad.status().compareTo(Status.FAILED) >= 0;
    if (search.isEmpty() || ended || broker.stop().isStopped()) {
      return atEqualLoad;
    }
    return with(atEqualLoad, search.get().on(broker, RigStepRunner.RunKeeper.NONE, steps));
  }

  private static SideResult with(SideResult atEqualLoad, SearchResult search) {
    Status status =
        switch (search.limitedBy()) {
          case GENERATOR, NETWORK -> Status.INVALID;
          case DISTURBED -> Status.DISTURBED;
          case BROKER, CRITERION, UPPER_RATE -> Status.VALID;
          case UNKNOWN -> ofUnknownLimit(search);
        };
    boolean valid = status == Status.VALID;
    return new SideResult(
        valid ? atEqualLoad.status() : status,
        valid ? atEqualLoad.reason() : search.reason(),
        valid ? values(atEqualLoad.run(), search.sustainablePerSecond().orElse(0)) : Map.of(),
        atEqualLoad.run(),
        Optional.of(search));
  }

  /** A rate that was kept, below one that was not: what limits it meets both sides in turns. */
  private static Status ofUnknownLimit(SearchResult search) {
    if (!search.complete() && !search.ranOutOfSteps()) {
      return Status.FAILED;
    }
    boolean kept =
        search.sustainablePerSecond().isPresent()
            && (search.complete() || search.confirmations() >= search.plan().confirmations());
    return kept ? Status.VALID : Status.INVALID;
  }

  /** With the rate that is sustained in place of what the run itself delivered. */
  private static Map<Figure, Double> values(RunResult run, double sustainablePerSecond) {
    Map<Figure, Double> values = new LinkedHashMap<>();
    values.put(FigureCatalogue.SUSTAINABLE, sustainablePerSecond);
    values.putAll(FigureCatalogue.comparable(run));
    values.remove(FigureCatalogue.find("throughput.received"));
    return values;
  }
}
