package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.compare.PairedTurns;
import io.brokerbench.experiment.compare.SideMeasure;
import io.brokerbench.experiment.gate.AbSide;
import io.brokerbench.experiment.gate.RunNames;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SearchResultCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Measures the sides of a comparison, each run in a fresh broker, and keeps each run's document.
 */
final class ComparisonSides implements PairedTurns.Sides {

  private static final Duration REHEARSAL = Duration.ofSeconds(1);

  private final ComparisonExperiment comparison;
  private final ExperimentBench bench;
  private final SideMeasure measure;
  private final RunNames names = new RunNames();
  private final List<List<ThresholdCheck>> checks = new ArrayList<>();
  private final Map<Side, RunResult> latest = new EnumMap<>(Side.class);

  ComparisonSides(ComparisonExperiment comparison, ExperimentBench bench) {
    this.comparison = comparison;
    this.bench = bench;
    this.measure = new SideMeasure(comparison.search());
  }

  /**
   * Runs each side once, briefly. A broker that does not start or cannot do it is known at once,
   * and the code of this process is compiled before it counts.
   */
  void rehearse() throws BrokerException, RunException, EnvironmentException, InterruptedException {
    bench.listener().note("rehearsing each side once; this does not count");
    for (Side side : Side.values()) {
      if (source(side) instanceof SideSource.Live live && !bench.stop().isStopped()) {
        RunTarget brief = live.target().withScenario(brief(live.target().scenario()));
        take(brief, "rehearsal-" + side.title(), BrokerAnnouncement.BROKER, SideMeasure.BY_RUN);
      }
    }
  }

  private static Scenario brief(Scenario scenario) {
    Phases phases = scenario.phases();
    return scenario.withPhases(
        new Phases(
            shorter(phases.warmUp()),
            shorter(phases.steady()),
            phases.drainLimit(),
            phases.quietPeriod(),
            phases.connectLimit()));
  }

  private static Duration shorter(Duration phase) {
    return phase.compareTo(REHEARSAL) < 0 ? phase : REHEARSAL;
  }

  @Override
  public RunMeasurement run(Side side, int pair, int attempt)
      throws BrokerException, RunException, InterruptedException {
    SideSource source = source(side);
    if (source instanceof SideSource.Stored stored) {
      return stored.repetition(pair);
    }
    String name = names.next(side, pair);
    bench.listener().begins("pair %d, %s".formatted(pair, side.title()));
    Optional<SideMeasure.SideResult> result;
    try {
      RunTarget target = ((SideSource.Live) source).target();
      result = take(target, name, BrokerAnnouncement.NONE, measure);
    } catch (EnvironmentException e) {
      throw new RunException(e.getMessage(), e);
    }
    if (result.isEmpty()) {
      return new RunMeasurement(Status.STOPPED, "stopped", Map.of(), name);
    }
    SideMeasure.SideResult taken = result.get();
    latest.put(side, taken.run());
    if (side == Side.CANDIDATE && taken.status() == Status.VALID) {
      checks.add(checked(taken));
    }
    String document = name + ".json";
    bench.keep(document, taken.runDocument());
    if (taken.search().isPresent()) {
      bench.keep(name + "-search.json", SearchResultCodec.write(taken.search().get()));
    }
    return bench.stop().isStopped()
        ? new RunMeasurement(Status.STOPPED, "stopped", Map.of(), document)
        : taken.named(document);
  }

  private static List<ThresholdCheck> checked(SideMeasure.SideResult taken) {
    return ThresholdCheck.of(taken.run()).stream()
        .map(
            check ->
                check.figure().equals(FigureCatalogue.SUSTAINABLE)
                    ? check.with(
                        taken
                            .search()
                            .map(SearchResult::sustainablePerSecond)
                            .orElse(OptionalDouble.empty()))
                    : check)
        .toList();
  }

  /** The thresholds, checked with all runs of the candidate that were good for something. */
  List<ThresholdCheck> thresholds() {
    List<ThresholdCheck> all = ThresholdCheck.of(comparison.candidate().scenario());
    return IntStream.range(0, all.size())
        .mapToObj(i -> all.get(i).over(checks.stream().map(run -> run.get(i)).toList()))
        .toList();
  }

  /** Empty if it was stopped before it began. */
  private Optional<SideMeasure.SideResult> take(
      RunTarget target, String name, BrokerAnnouncement announcement, SideMeasure measure)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    try (ExperimentBench.StartedTarget site = bench.start(target, name + ".log", announcement)) {
      return bench.stop().isStopped()
          ? Optional.empty()
          : Optional.of(measure.take(site, target.scenario(), bench.listener()::onStep));
    }
  }

  private SideSource source(Side side) {
    return side == Side.CANDIDATE
        ? new SideSource.Live(comparison.candidate())
        : comparison.baseline();
  }

  /** A side as the result names it. */
  AbSide side(Side side) {
    SideSource source = source(side);
    Optional<BrokerIdentity> ran = Optional.ofNullable(latest.get(side)).map(RunResult::broker);
    return new AbSide(
        source.name(), source instanceof SideSource.Stored stored ? stored.identity() : ran);
  }

  /** What made the load, once there was some. */
  Optional<DriverInfo> driver() {
    return latest.values().stream().map(RunResult::driver).reduce((one, other) -> other);
  }
}
