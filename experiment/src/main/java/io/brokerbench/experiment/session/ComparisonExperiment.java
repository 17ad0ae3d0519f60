package io.brokerbench.experiment.session;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.compare.ComparisonRounds;
import io.brokerbench.experiment.gate.AbFindings;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.ComparisonRules;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.RoundDesign;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.metric.Tolerances;
import io.brokerbench.experiment.search.RateSearch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A comparison of two brokers: rounds with a fresh broker of each side, loaded in turns, until the
 * answer is clear.
 *
 * @param baseline to compare with
 * @param candidate to be judged
 * @param plan how far it may go
 * @param tolerances by how much metrics may be worse
 * @param search for the rates that the brokers sustain, after each run; none with groups
 * @param groups that each side runs at the same time; the candidate's scenario is that of the first
 */
public record ComparisonExperiment(
    SideSource baseline,
    RunTarget candidate,
    AbPlan plan,
    Tolerances tolerances,
    Optional<RateSearch> search,
    Optional<GroupedScenario> groups)
    implements Experiment<ComparisonExperiment.Comparison> {

  /** A comparison under a scenario without groups. */
  public ComparisonExperiment(
      SideSource baseline,
      RunTarget candidate,
      AbPlan plan,
      Tolerances tolerances,
      Optional<RateSearch> search) {
    this(baseline, candidate, plan, tolerances, search, Optional.empty());
  }

  /**
   * Checks that the plan leads to an answer. Stored runs limit it to as many rounds.
   *
   * @throws io.brokerbench.core.base.DefinitionException if the budget is too short for that, or if
   *     {@link ComparisonRules} refuse the plan or a tolerance
   */
  public ComparisonExperiment {
    if (groups.isPresent()) {
      requireForGroups(baseline, plan, search);
      ComparisonRules.require(groups.get().groups(), tolerances);
    } else {
      rules(baseline, candidate, search).require(plan, tolerances);
    }
    Phases phases = candidate.scenario().phases();
    Duration run =
        groups.map(GroupedScenario::length).orElseGet(() -> phases.warmUp().plus(phases.steady()));
    Duration measured = search.map(after -> run.plus(after.windows().least())).orElse(run);
    if (baseline instanceof SideSource.Stored stored) {
      plan.requireRoomFor(measured);
      int rounds = Math.min(plan.rounds(), stored.repetitionCount());
      plan = new AbPlan(rounds, plan.budget(), plan.seed());
    } else {
      plan.requireRoomFor(measured.multipliedBy(2));
    }
  }

  private static void requireForGroups(
      SideSource baseline, AbPlan plan, Optional<RateSearch> search) {
    plan.loadShare()
        .ifPresent(
            share -> {
              throw new DefinitionException(
                  "loadShare", "not with groups: give each group its load", share);
            });
    if (search.isPresent()) {
      throw DefinitionException.about("search", "not with groups, of which each has a rate", null);
    }
    if (baseline instanceof SideSource.Stored stored) {
      throw new DefinitionException(
          "baseline",
          "a broker, with groups; brokerbench compare is for stored results",
          stored.name());
    }
  }

  private static ComparisonRules rules(
      SideSource baseline, RunTarget candidate, Optional<RateSearch> search) {
    return new ComparisonRules(
        candidate.scenario(), baseline instanceof SideSource.Live, search.isPresent());
  }

  /**
   * The same with the usual share of load, for a load that was not asked for: that of a built-in
   * scenario is a size for any machine, and too much for two JVMs that warm up at the same time.
   *
   * @return this where there is a share already, where the load cannot be limited, and where the
   *     baseline is not embedded: the less a broker has to do, the more its CPU for each message
   *     scatters
   */
  public ComparisonExperiment withUsualLoadShare() {
    boolean usual =
        plan.loadShare().isEmpty()
            && groups.isEmpty()
            && baseline instanceof SideSource.Live live
            && live.target().brokers().isEmbedded()
            && rules(baseline, candidate, search).allowLoadShare();
    return usual
        ? new ComparisonExperiment(
            baseline,
            candidate,
            plan.withLoadShare(OptionalDouble.of(AbPlan.USUAL_SHARE)),
            tolerances,
            search)
        : this;
  }

  /**
   * What came of it.
   *
   * @param document the result
   * @param failure what kept a run from being begun, where that was the end
   */
  public record Comparison(AbResult document, Optional<Exception> failure) {}

  /** The groups of a side, where there are some. */
  Optional<GroupsExperiment> groupsOf(RunTarget side) {
    return groups.map(all -> GroupsExperiment.on(side, all));
  }

  /** What the broker of a side is started for. */
  RunTarget startedFor(RunTarget side) {
    return groupsOf(side).map(GroupsExperiment::shared).orElse(side);
  }

  @Override
  public Requirements requirements() {
    Stream<RunTarget> live =
        baseline instanceof SideSource.Live broker ? Stream.of(broker.target()) : Stream.of();
    if (groups.isPresent()) {
      GroupsExperiment judged = groupsOf(candidate).orElseThrow();
      List<RunTarget> all =
          Stream.concat(
                  live.flatMap(side -> groupsOf(side).orElseThrow().targets().stream()),
                  judged.targets().stream())
              .toList();
      return new Requirements(all, Optional.of("ab-"), judged.requirements().drainLimit(), groups);
    }
    return Requirements.of(
        Stream.concat(live, Stream.of(candidate)).toList(),
        "ab-",
        candidate.scenario().phases().drainLimit());
  }

  @Override
  public ExpectedTime expectedTime() {
    return ExpectedTime.atMost(plan.budget());
  }

  @Override
  public Answer answer(Comparison result) {
    GateVerdict verdict = result.document().verdict();
    if (verdict.decision() == Decision.REGRESSED) {
      return Answer.NO; // a broken contract is a fact, whatever ended the comparison
    }
    return switch (result.document().end()) {
      case INVALID_RUNS, HELD_UP, NOT_MEASURED -> Answer.INVALID;
      case BASELINE_FAILED, BROKE_OFF -> Answer.BROKE_OFF;
      case CLEAR, ROUNDS, BUDGET, STOPPED, CANDIDATE_FAILED ->
          Answer.of(verdict).unlessCrossed(result.document().thresholds().orElse(List.of()));
    };
  }

  @Override
  public Comparison perform(ExperimentBench bench)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    ComparisonSides sides = new ComparisonSides(this, bench);
    bench.listener().begins();
    sides.rehearse();
    RoundDesign design = sides.design();
    ComparisonRounds rounds =
        new ComparisonRounds(
            plan,
            design,
            sides::tolerances,
            sides,
            bench.listener()::onRound,
            NanoClock.SYSTEM,
            bench.stop());
    Instant startedAt = bench.environment().clock().instant();
    AbFindings findings = rounds.run();
    if (findings.rounds().isEmpty() && findings.failure().isPresent()) {
      throw asThrown(findings.failure().get());
    }
    AbResult result =
        new AbResult(
            AbResult.SCHEMA,
            sides.scenario(),
            sides.side(Side.BASELINE),
            sides.side(Side.CANDIDATE),
            sides.driver(),
            new EnvironmentProbe().probe(),
            startedAt,
            Duration.between(startedAt, bench.environment().clock().instant()),
            plan,
            design,
            findings.end(),
            findings.looks(),
            findings.rounds(),
            findings.rejected(),
            findings.disturbed(),
            findings.late(),
            findings.verdict(),
            Optional.of(sides.thresholds(findings.rounds())),
            groups);
    bench.keep(folder -> folder.write(result));
    return new Comparison(result, findings.failure());
  }

  /** Returns what is no {@code BrokerException}. */
  private static RunException asThrown(Exception failure) throws BrokerException {
    if (failure instanceof BrokerException broker) {
      throw broker;
    }
    return failure instanceof RunException run
        ? run
        : new RunException(failure.getMessage(), failure);
  }
}
