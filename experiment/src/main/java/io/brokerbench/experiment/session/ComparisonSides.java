package io.brokerbench.experiment.session;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.bench.SimultaneousRuns;
import io.brokerbench.experiment.compare.CandidateThresholds;
import io.brokerbench.experiment.compare.CarriedLoad;
import io.brokerbench.experiment.compare.RoundBench;
import io.brokerbench.experiment.compare.SideMeasure;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.AbSide;
import io.brokerbench.experiment.gate.RoundDesign;
import io.brokerbench.experiment.gate.RunNames;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import io.brokerbench.experiment.search.SearchResult;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts the brokers of a comparison's rounds, puts load on them, and keeps each run's document.
 */
final class ComparisonSides implements RoundBench {

  /** Share of the machine's memory that brokers side by side may have taken in a rehearsal. */
  private static final double MOST_MEMORY = 0.3;

  /** Clients of one side up to which both are warmed up at the same time. */
  private static final int MOST_CLIENTS = 2_500;

  private final ComparisonExperiment comparison;
  private final ExperimentBench bench;
  private final SideMeasure measure;
  private final RunNames names = new RunNames();
  private final CandidateThresholds thresholds = new CandidateThresholds();
  private long rehearsedMemory;
  private boolean jvm;
  private Optional<OpenLoad> load = Optional.empty();
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
        try {
          rehearse(side, live.target());
        } catch (RunException e) {
          if (side == Side.BASELINE || !e.isOfSome()) {
            throw e; // else its rounds show whether it is so each time
          }
        }
      }
    }
  }

  private void rehearse(Side side, RunTarget target)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    Optional<GroupsExperiment> groups = comparison.groupsOf(target);
    if (groups.isPresent()) {
      groups.get().rehearse(bench, log(side), RoundDesign::brief);
      return;
    }
    Optional<Scenario> full =
        side == Side.BASELINE && comparison.plan().loadShare().isPresent()
            ? RoundDesign.rehearsal(target.scenario())
            : Optional.empty();
    Scenario rehearsed = full.orElseGet(() -> RoundDesign.brief(target.scenario()));
    Optional<RunResult> run = runOnce(side, target.withScenario(rehearsed));
    if (full.isPresent()) {
      run.ifPresent(this::limitLoad);
    }
  }

  /** Limits the load to a share of what the baseline has just carried. */
  private void limitLoad(RunResult full) {
    load =
        CarriedLoad.limited(
            comparison.candidate().scenario().workload().load(),
            comparison.plan().loadShare().getAsDouble(),
            full);
    load.ifPresent(
        limited ->
            bench
                .listener()
                .note(
                    "the load is %s msg/s, as the baseline carries %s msg/s on this machine; --rate"
                            .formatted(
                                NumberText.rate(limited.peakRate().perSecond()),
                                NumberText.rate(CarriedLoad.of(full)))
                        + " gives another"));
  }

  /** The candidate's scenario, as it is run. */
  Scenario scenario() {
    return loaded(comparison.candidate().scenario());
  }

  private Scenario loaded(Scenario scenario) {
    return load.map(limited -> scenario.withWorkload(scenario.workload().withLoad(limited)))
        .orElse(scenario);
  }

  /** Runs a side once; empty if it was stopped before. */
  private Optional<RunResult> runOnce(Side side, RunTarget brief)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    try (ExperimentBench.StartedTarget site =
        bench.start(brief, log(side), BrokerAnnouncement.BROKER)) {
      if (bench.stop().isStopped()) {
        return Optional.empty();
      }
      jvm |= site.broker().isJvm();
      RunResult run =
          SideMeasure.BY_RUN.take(site, brief.scenario(), bench.listener()::onStep).run();
      rehearsedMemory += run.brokerUsage().map(BrokerUsage::peakRssBytes).orElse(0L);
      return Optional.of(run);
    }
  }

  private static String log(Side side) {
    return "rehearsal-" + side.title() + ".log";
  }

  /**
   * What happens in each round. The brokers run side by side where this machine carries both: where
   * they took less than {@link #MOST_MEMORY} of its memory when they were rehearsed.
   */
  RoundDesign design() {
    if (comparison.groups().isPresent()) {
      return RoundDesign.inTurns(comparison.groups().get());
    }
    Scenario scenario = scenario();
    boolean bothRun =
        comparison.baseline() instanceof SideSource.Live
            && comparison.search().isEmpty()
            && RoundDesign.isSliceable(scenario)
            && rehearsedMemory < MOST_MEMORY * new EnvironmentProbe().probe().memoryBytes();
    if (!bothRun) {
      return RoundDesign.inTurns(scenario);
    }
    return carriesBoth()
        ? RoundDesign.alternating(scenario, jvm)
        : RoundDesign.sideBySide(scenario);
  }

  /** Whether the clients of both sides may be there at once. */
  private boolean carriesBoth() {
    RunTarget target = comparison.candidate();
    return target.settings().workers() == 1
        && bench.environment().carriesLoads()
        && target.scenario().clients() <= MOST_CLIENTS;
  }

  @Override
  public Optional<List<ContractRun>> storedBaseline() {
    return comparison.baseline() instanceof SideSource.Stored stored
        ? Optional.of(stored.contracts())
        : Optional.empty();
  }

  @Override
  public StartedRound begin(int number, Side first)
      throws BrokerException, RunException, InterruptedException {
    ComparisonRound round = new ComparisonRound(number, design());
    if (round.design.bothRun()) {
      try {
        round.warmUp(first);
      } catch (BrokerException | RunException | InterruptedException | RuntimeException e) {
        round.close();
        throw e;
      }
    }
    return round;
  }

  /** The brokers of a round; where they do not run side by side, the one whose turn it is. */
  private final class ComparisonRound implements StartedRound {

    private final int number;
    private final RoundDesign design;
    private final Map<Side, ExperimentBench.StartedTarget> brokers = new EnumMap<>(Side.class);

    ComparisonRound(int number, RoundDesign design) {
      this.number = number;
      this.design = design;
    }

    /** Starts both brokers, and puts the load on both at the same time that comes before all. */
    void warmUp(Side first) throws BrokerException, RunException, InterruptedException {
      for (Side side : List.of(first, first.other())) {
        bench.listener().begins("round %d, %s starts".formatted(number, side.title()));
        start(side);
      }
      SimultaneousRuns<RunResult> warmUps = new SimultaneousRuns<>();
      for (Side side : Side.values()) {
        Optional<Scenario> warmUp = design.warmUp(target(side).scenario());
        if (warmUp.isPresent()) {
          Rig rig = brokers.get(side).rig(warmUp.get(), RunListener.NONE);
          warmUps.add(() -> bench.stop().run(rig));
        }
      }
      if (warmUps.isEmpty()) {
        return;
      }
      bench.listener().begins("round %d, warm-up".formatted(number));
      try {
        warmUps.run(carriesBoth());
      } catch (RunException e) {
        boolean ended =
            brokers.values().stream().anyMatch(each -> each.broker().failure().isPresent());
        if (!ended && !e.isOfSome()) {
          throw e;
        }
        // A broker that has ended, or does not let in all clients, is found by its first slice.
      }
    }

    private ExperimentBench.StartedTarget start(Side side)
        throws BrokerException, RunException, InterruptedException {
      try {
        String log = "round-%02d-%s.log".formatted(number, side.title());
        ExperimentBench.StartedTarget started =
            bench.start(comparison.startedFor(target(side)), log, BrokerAnnouncement.NONE);
        brokers.put(side, started);
        jvm |= started.broker().isJvm();
        return started;
      } catch (EnvironmentException e) {
        throw new RunException(e.getMessage(), e);
      }
    }

    @Override
    public RunMeasurement slice(Side side, boolean atCapacity)
        throws BrokerException, RunException, InterruptedException {
      if (source(side) instanceof SideSource.Stored stored) {
        return stored.repetition(number);
      }
      if (!design.bothRun()) {
        close(); // also that of an earlier run of this side, which the repeated one must not meet
      }
      if (!brokers.containsKey(side)) {
        start(side);
      }
      String name = names.next(side, number, atCapacity);
      if (bench.stop().isStopped()) {
        return new RunMeasurement(Status.STOPPED, "stopped", Map.of(), name);
      }
      bench
          .listener()
          .begins(
              "round %d, %s%s".formatted(number, side.title(), atCapacity ? " at capacity" : ""));
      Scenario scenario = target(side).scenario();
      Scenario sliced = atCapacity ? design.capacitySlice(scenario) : design.slice(scenario);
      ExperimentBench.StartedTarget broker = brokers.get(side);
      try {
        Optional<GroupsExperiment> groups = comparison.groupsOf(target(side));
        return kept(
            side,
            name,
            groups.isPresent()
                ? SideMeasure.SideResult.of(groups.get().runOn(broker.broker(), bench))
                : measure.take(broker, sliced, bench.listener()::onStep));
      } catch (EnvironmentException e) {
        throw new RunException(e.getMessage(), e);
      } catch (RunException e) {
        return brokeOff(broker.broker().failure(), e, name);
      }
    }

    @Override
    public Map<Side, RunMeasurement> alternating(Side first, boolean atCapacity)
        throws RunException, InterruptedException {
      bench
          .listener()
          .begins("round %d, both in turns%s".formatted(number, atCapacity ? " at capacity" : ""));
      Map<Side, Scenario> scenarios = new EnumMap<>(Side.class);
      for (Side side : Side.values()) {
        scenarios.put(side, design.turns(target(side).scenario(), atCapacity, jvm));
      }
      Map<Side, RunMeasurement> measured = new EnumMap<>(Side.class);
      for (var end : new AlternatingRuns(brokers, bench.stop()).run(scenarios, first).entrySet()) {
        measured.put(end.getKey(), measured(end.getKey(), end.getValue(), atCapacity));
      }
      return measured;
    }

    private RunMeasurement measured(Side side, AlternatingRuns.End end, boolean atCapacity)
        throws RunException {
      String name = names.next(side, number, atCapacity);
      if (end.result().isPresent()) {
        return kept(side, name, end.result().get());
      }
      if (bench.stop().isStopped()) {
        return new RunMeasurement(Status.STOPPED, "stopped", Map.of(), name);
      }
      return brokeOff(brokers.get(side).broker().failure(), end.failure().orElseThrow(), name);
    }

    /**
     * A run that could not begin, as the broker ended by itself before it, or let in some clients
     * and others not. All else is no fault of a side.
     */
    private RunMeasurement brokeOff(Optional<String> ended, RunException failure, String name)
        throws RunException {
      if (ended.isEmpty() && !failure.isOfSome()) {
        throw failure;
      }
      return new RunMeasurement(
          Status.FAILED,
          ended.orElse(failure.getMessage()),
          Map.of(),
          name,
          Optional.of(new ContractRun(name, true, false, List.of())));
    }

    @Override
    public void close() {
      brokers.values().forEach(ExperimentBench.StartedTarget::close);
      brokers.clear();
    }
  }

  /** The tolerances that were asked for, once a broker runs. */
  Tolerances tolerances() {
    return jvm ? comparison.tolerances().forJvm() : comparison.tolerances();
  }

  private RunTarget target(Side side) {
    RunTarget target = ((SideSource.Live) source(side)).target();
    return target.withScenario(loaded(target.scenario()));
  }

  private RunMeasurement kept(Side side, String name, SideMeasure.SideResult taken) {
    latest.put(side, taken.run());
    String document = name + ".json";
    String search = name + "-search.json";
    if (side == Side.CANDIDATE && !taken.values().isEmpty()) {
      thresholds.add(document, taken.thresholds());
    }
    bench.keep(document, taken.runDocument());
    taken.search().ifPresent(found -> bench.keep(search, SearchResult.CODEC.write(found)));
    return bench.stop().isStopped()
        ? new RunMeasurement(Status.STOPPED, "stopped", Map.of(), document)
        : taken.named(document, search);
  }

  /** The thresholds, checked with all runs of the candidate that count. */
  List<ThresholdCheck> thresholds(List<AbRound> rounds) {
    return thresholds.over(
        comparison
            .groups()
            .map(ThresholdCheck::of)
            .orElseGet(() -> ThresholdCheck.of(comparison.candidate().scenario())),
        rounds);
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
