package io.brokerbench.core.engine;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.DeviceRows;
import io.brokerbench.core.engine.assignment.Targets;
import io.brokerbench.core.engine.judge.ResultAssembler;
import io.brokerbench.core.engine.measure.Companion;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.engine.stage.RunStages;
import io.brokerbench.core.engine.stage.StopSignal;
import io.brokerbench.core.engine.worker.AgentWorkers;
import io.brokerbench.core.engine.worker.DriverSelection;
import io.brokerbench.core.engine.worker.ForkedWorkers;
import io.brokerbench.core.engine.worker.LocalWorker;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.engine.worker.Worker;
import io.brokerbench.core.payload.PayloadSizes;
import io.brokerbench.core.payload.PayloadText;
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
public final class LoadRig implements Rig {

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
   * @throws DefinitionException if the scenario has a fault that cannot be done
   * @throws RunException if nothing could be measured, because clients could not connect or
   *     subscribe
   * @throws InterruptedException if interrupted; all connections are dropped
   */
  @Override
  public RunResult run() throws RunException, InterruptedException {
    RunRequirements requirements = new RunRequirements(scenario);
    requirements.requireOneProcess(settings.workers(), settings.agentPool().isPresent());
    FaultRequirements faults = new FaultRequirements(scenario);
    faults.requireNodes(broker);
    faults.requireSync(broker, settings.faultCommands());
    requirements.requireReconnects(driver);
    requirements.requireFeatures(driver);
    faults.requireCommands(settings.faultCommands());
    DeviceRows devices = DeviceRows.read(scenario);
    requirements.requireDevices(driver, devices);
    Instant startedAt = settings.wallClock().instant();
    JmsProtocol jms = DriverSelection.of(scenario, driver).jmsProtocol();
    Targets targets = new Targets(broker, scenario.session().transport(), jms);
    SplittableRandom random =
        new SplittableRandom(startedAt.toEpochMilli() ^ settings.clock().nanoTime());
    long nonce =
        settings
            .companion()
            .map(beside -> beside.nonces().add(random::nextLong))
            .orElseGet(random::nextLong);
    Target publishing = targets.publishing(scenario);
    Target consuming = targets.consuming(scenario);
    DeviceTls.require(scenario, devices, isPlain(publishing), isPlain(consuming));
    Assignment assignment =
        new Assignment(
            scenario,
            publishing,
            consuming,
            broker.access(),
            settings.sources(),
            Assignment.Slice.all(scenario),
            nonce,
            settings.lanes(),
            settings.precision(),
            jms.topics(broker.topicMapping()),
            devices,
            scenario.workload().payload().template().map(PayloadText::read),
            scenario
                .workload()
                .payload()
                .sizes()
                .flatMap(PayloadSizes::file)
                .map(PayloadText::readSizes));
    try (Worker worker = worker(assignment)) {
      RunStages stages = new RunStages(scenario, broker, worker, stop, listener, settings);
      try {
        stages.connect();
        stages.subscribe();
        stages.load();
        stages.drain();
      } finally {
        stages.endFault();
      }
      RunRecord record = stages.verify();
      RunResult result =
          new ResultAssembler(assignment, broker, worker.driver(), settings, worker.agents())
              .assemble(startedAt, record);
      listener.onResult(result);
      return result;
    }
  }

  private Worker worker(Assignment assignment) throws RunException, InterruptedException {
    if (settings.sharedWorkers().isPresent()
        && (settings.agentPool().isPresent() || settings.workers() > 1)) {
      return settings.sharedWorkers().get().open(assignment, driver.name(), settings);
    }
    if (settings.agentPool().isPresent()) {
      return AgentWorkers.open(
          assignment, driver.name(), settings.agentPool().get(), settings.clock());
    }
    return settings.workers() == 1
        ? new LocalWorker(
            assignment,
            DriverSelection.of(scenario, driver),
            settings.clock(),
            settings.companion().map(Companion::nonces))
        : ForkedWorkers.open(assignment, driver.name(), settings.workers(), settings.clock());
  }

  /**
   * Ends the run early, in an orderly way: sending stops, what is under way is drained, and the
   * result is marked as incomplete. From any thread; returns at once.
   */
  @Override
  public void stop() {
    stop.request();
  }

  private static boolean isPlain(Target target) {
    return !target.endpoints().get(0).listener().isSecured();
  }
}
