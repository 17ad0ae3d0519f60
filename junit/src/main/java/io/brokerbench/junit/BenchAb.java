package io.brokerbench.junit;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.compare.AbExperiment;
import io.brokerbench.core.compare.SideMeasure;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.gate.AbEnd;
import io.brokerbench.core.gate.AbFindings;
import io.brokerbench.core.gate.AbPlan;
import io.brokerbench.core.gate.AbResult;
import io.brokerbench.core.gate.AbSide;
import io.brokerbench.core.gate.RunNames;
import io.brokerbench.core.gate.Side;
import io.brokerbench.core.metric.Measured;
import io.brokerbench.core.network.NetworkedBroker;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.SearchResultCodec;
import io.brokerbench.core.search.StepRigs;
import io.brokerbench.core.store.ResultFolder;
import io.brokerbench.core.store.ResultFolderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** One interleaved comparison, each run on a fresh broker, into its result folder. */
final class BenchAb implements AbExperiment.Bench {

  private final Bench.Sides sides;
  private final RigSettings settings;
  private final Overrides overrides;
  private final ResultFolder folder;
  private final Map<Side, BrokerIdentity> identities = new EnumMap<>(Side.class);
  private final RunNames names = new RunNames();
  private Optional<RunResult> latest = Optional.empty();
  private SideMeasure measure = SideMeasure.byRun();

  BenchAb(Bench.Sides sides, RigSettings settings, Overrides overrides, ResultFolder folder) {
    this.sides = sides;
    this.settings = settings;
    this.overrides = overrides;
    this.folder = folder;
  }

  /**
   * Compares to the end.
   *
   * @throws BenchException if a run can't be had, or the baseline's break off
   * @throws ResultFolderException if what was found can't be kept
   */
  MeasuredComparison run(AbGoal goal, Clock clock)
      throws ResultFolderException, InterruptedException {
    AbPlan plan = goal.plan(sides.scenario());
    measure = goal.measure(sides.scenario());
    Instant startedAt = clock.instant();
    AbFindings findings =
        new AbExperiment(
                plan, goal.tolerances(), this, (pair, baseline, candidate) -> {}, NanoClock.SYSTEM)
            .run();
    if (findings.failure().isPresent()) {
      Exception failure = findings.failure().get();
      throw new BenchException(failure.getMessage(), failure);
    }
    if (findings.end() == AbEnd.BASELINE_FAILED) {
      throw new BenchException(
          "runs of the baseline %s broke off: %s"
              .formatted(goal.baseline(), findings.rejected().get(0).reason()),
          null);
    }
    AbResult result =
        new AbResult(
            AbResult.SCHEMA,
            sides.scenario(),
            side(Side.BASELINE),
            side(Side.CANDIDATE),
            latest.map(RunResult::driver),
            latest.orElseThrow().environment(),
            startedAt,
            Duration.between(startedAt, clock.instant()),
            plan,
            findings.end(),
            findings.looks(),
            findings.pairs(),
            findings.rejected(),
            findings.verdict());
    folder.write(result);
    return new MeasuredComparison(result, folder.path());
  }

  private AbSide side(Side side) {
    return new AbSide(sides.selector(side), Optional.ofNullable(identities.get(side)));
  }

  @Override
  public Measured run(Side side, int pair, int attempt)
      throws BrokerException, RunException, InterruptedException {
    Scenario scenario = sides.scenario();
    String selector = sides.selector(side);
    String name = names.next(side, pair);
    BrokerRequest request =
        BrokerRequest.of(selector)
            .withLogFile(folder.path().resolve(name + ".log"))
            .withNeedsOf(scenario);
    try (Broker broker =
        NetworkedBroker.around(
            Providers.broker(selector).start(request),
            scenario.conditions().network(),
            scenario.workload().seed())) {
      SideMeasure.Taken taken =
          measure
              .attempt(
                  broker,
                  scenario,
                  StepRigs.on(broker, sides.driver(), settings, overrides.listener()),
                  step -> {})
              .take();
      identities.put(side, taken.run().broker());
      latest = Optional.of(taken.run());
      if (taken.search().isPresent()) {
        folder.write(name + "-search.json", SearchResultCodec.write(taken.search().get()));
      }
      return taken.named(folder.write(name + ".json", taken.runDocument()));
    } catch (ResultFolderException e) {
      throw new RunException(e.getMessage(), e);
    }
  }
}
