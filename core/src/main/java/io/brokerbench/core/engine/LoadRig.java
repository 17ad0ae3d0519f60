package io.brokerbench.core.engine;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.Targets;
import io.brokerbench.core.engine.judge.ResultAssembler;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.engine.stage.RunStages;
import io.brokerbench.core.engine.stage.StopSignal;
import io.brokerbench.core.engine.worker.CrewWorkers;
import io.brokerbench.core.engine.worker.Drivers;
import io.brokerbench.core.engine.worker.ForkedWorkers;
import io.brokerbench.core.engine.worker.LocalWorker;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.engine.worker.Worker;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * Runs one scenario on one broker: connect, subscribe, warm up, steady state, drain, verify.
 *
 * <p>A rig is for one run. {@link #stop} may be called from any thread; everything else belongs to
 * one.
 */
public final class LoadRig {

  private final Scenario scenario;
  private final Broker broker;
  private final ClientDriverProvider driver;
  private final RigSettings settings;
  private final RunListener listener;
  private final StopSignal stop = new StopSignal();

  /** Makes a rig for one run; nothing starts yet. */
  public LoadRig(
      Scenario scenario,
      Broker broker,
      ClientDriverProvider driver,
      RigSettings settings,
      RunListener listener) {
    this.scenario = scenario;
    this.broker = broker;
    this.driver = driver;
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Runs the scenario to its end and returns what came of it; a run that breaks off returns what
   * was measured until then, with the verdict {@code FAILED}.
   *
   * @throws DefinitionException if the scenario has a fault that can't be done
   * @throws RunException if nothing could be measured, because clients could not connect or
   *     subscribe
   * @throws InterruptedException if interrupted; all connections are dropped
   */
  public RunResult run() throws RunException, InterruptedException {
    requireWhatAFaultTakes();
    Instant startedAt = settings.wallClock().instant();
    Targets targets = new Targets(broker, scenario.session().transport());
    long seed = startedAt.toEpochMilli() ^ settings.clock().nanoTime();
    Assignment assignment =
        new Assignment(
            scenario,
            targets.publishing(scenario),
            targets.consuming(scenario),
            broker.access(),
            settings.sources(),
            Assignment.Slice.all(scenario),
            new SplittableRandom(seed).nextLong(),
            settings.lanes(),
            settings.precision(),
            broker.topicMapping());
    try (Worker worker = worker(assignment)) {
      RunStages stages = new RunStages(scenario, broker, worker, settings.clock(), stop, listener);
      stages.connect();
      stages.subscribe();
      stages.load();
      stages.drain();
      RunRecord record = stages.verify();
      return new ResultAssembler(scenario, broker, worker.driver(), settings, worker.agents())
          .assemble(startedAt, record);
    }
  }

  private void requireWhatAFaultTakes() {
    if (scenario.conditions().fault().isEmpty()) {
      return;
    }
    if (!driver.reconnects()) {
      throw new DefinitionException(
          "fault: the driver %s can't connect again; use swarm".formatted(driver.name()));
    }
    if (settings.crew().isPresent()) {
      throw new DefinitionException(
          "agents", "none with a fault, whose acknowledgements one process follows", "some");
    }
    if (settings.workers() > 1) {
      throw new DefinitionException(
          "workers",
          "1 with a fault, whose acknowledgements one process follows",
          settings.workers());
    }
    if (broker.nodes().isEmpty()) {
      throw new DefinitionException(
          "fault: %s has no node that a fault can be done to from here; brokers that are started"
                  .formatted(broker.identity().product())
              + " here have");
    }
  }

  private Worker worker(Assignment assignment) throws RunException, InterruptedException {
    if (settings.crew().isPresent()) {
      return CrewWorkers.open(assignment, driver.name(), settings.crew().get(), settings.clock());
    }
    return settings.workers() == 1
        ? new LocalWorker(assignment, Drivers.of(scenario, driver), settings.clock())
        : ForkedWorkers.open(assignment, driver.name(), settings.workers(), settings.clock());
  }

  /**
   * Ends the run early and in order: sending stops, what is under way is drained, and the result is
   * marked as incomplete. From any thread; returns at once.
   */
  public void stop() {
    stop.request();
  }
}
