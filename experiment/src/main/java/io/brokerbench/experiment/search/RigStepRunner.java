package io.brokerbench.experiment.search;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.NetworkLink;
import io.brokerbench.experiment.bench.BrokerUnderTest;
import java.util.Optional;

/**
 * Runs each step with a load rig on the same broker, and cuts short what can only fail.
 *
 * <p>Nothing of a step is left on the broker for the next: the rig drains what it can, and at the
 * end of each run connections are closed and sessions forgotten, so that a broker drops what is
 * still queued for them.
 */
public final class RigStepRunner implements StepRunner {

  /** Keeps the whole run of a step. */
  @FunctionalInterface
  public interface RunKeeper {

    /** Keeps nothing. */
    RunKeeper NONE = (step, result) -> step;

    /** Keeps it, and returns the step with the name of the file. */
    SearchStep keep(SearchStep step, RunResult result);
  }

  private final Scenario scenario;
  private final StepWindows windows;
  private final StepJudge judge;
  private final BrokerUnderTest broker;
  private final RunKeeper keeper;

  private final Optional<NetworkLink> link;

  private Rig current;
  private Optional<RunResult> latest = Optional.empty();

  /**
   * A runner of a scenario's steps.
   *
   * @param link to the broker, where it could be full
   * @throws DefinitionException if the scenario's load has no rate to search for
   */
  RigStepRunner(
      Scenario scenario,
      StepWindows windows,
      StepJudge judge,
      BrokerUnderTest broker,
      RunKeeper keeper,
      Optional<NetworkLink> link) {
    load(scenario);
    this.scenario = scenario;
    this.windows = windows;
    this.judge = judge;
    this.broker = broker;
    this.keeper = keeper;
    this.link = link;
  }

  /**
   * The open load of a scenario.
   *
   * @throws DefinitionException if it is closed, on and off in turns, its rate changes, or nothing
   *     is sent
   */
  public static OpenLoad load(Scenario scenario) {
    if (scenario.workload().onOff().isPresent()) {
      throw new DefinitionException(
          scenario.name()
              + " has a load that is on and off in turns (workload.onOff): a search needs one that"
              + " is always on");
    }
    if (scenario.conditions().storm().isPresent()) {
      throw new DefinitionException(
          scenario.name()
              + " is a storm, which has no rate to search for: run it, which says what was owed and"
              + " what came");
    }
    if (scenario.workload().load() instanceof OpenLoad open) {
      if (!open.isSteady()) {
        throw new DefinitionException(
            scenario.name()
                + " has a load whose rate changes (workload.load): a search needs one whose rate"
                + " stays the same, constant or poisson");
      }
      return open;
    }
    if (scenario.connectsOnly()) {
      throw new DefinitionException(
          scenario.name()
              + " sends nothing, so there is no rate of messages to search for: run it, which says"
              + " how fast the broker accepts connections");
    }
    throw new DefinitionException(
        scenario.name()
            + " has a closed load, whose rate is the broker's own: a search needs an open load");
  }

  @Override
  public SearchStep run(StepRequest request) throws RunException, InterruptedException {
    OverloadWatch watch =
        new OverloadWatch(request.perSecond(), scenario.topology().fanOut(), link);
    current =
        broker.rig(
            at(request),
            progress -> {
              if (watch.sees(progress)) {
                current.stop();
              }
            });
    RunResult result = broker.stop().run(current);
    latest = Optional.of(result);
    return keeper.keep(judge.judge(request, result, watch, broker.stop().isStopped()), result);
  }

  /** The run of the latest step. */
  Optional<RunResult> latest() {
    return latest;
  }

  private Scenario at(StepRequest request) {
    Rate rate = Rate.perSecond(request.perSecond());
    return scenario
        .withWorkload(scenario.workload().withLoad(load(scenario).withPeakRate(rate)))
        .withPhases(windows.phases(request, scenario.phases()));
  }
}
