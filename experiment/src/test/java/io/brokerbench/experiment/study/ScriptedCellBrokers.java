package io.brokerbench.experiment.study;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.IntervalLatency;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.stage.RunTotals;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.cell.CellBrokers;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A scripted broker, its clients, runs that are made up, and a clock that only waiting moves. */
public final class ScriptedCellBrokers implements CellBrokers {

  /** What comes of a run. */
  @FunctionalInterface
  public interface ScriptedRuns {
    RunResult of(Scenario scenario) throws RunException;
  }

  public ScriptedRuns runs = scenario -> new ExampleResult().build();

  /** Does something in each wait. */
  public Runnable whileWaiting = () -> {};

  /** How long runs are steady. */
  public int steadySeconds;

  /** The broker that is bridged to the measured one. */
  public Optional<Broker> bridge = Optional.empty();

  public final List<Scenario> loads = new ArrayList<>();
  public final List<Scenario> probes = new ArrayList<>();

  private long now = 5_000_000_000L;
  public final ScriptedBroker broker = new ScriptedBroker(clock());
  private final ScriptedClients clients = new ScriptedClients(broker, clock());
  private final StopSwitch stop = new StopSwitch();
  private boolean cut;

  public boolean isCut() {
    return cut;
  }

  @Override
  public Broker broker() {
    return broker;
  }

  @Override
  public ClientDriverProvider driver() {
    return clients;
  }

  @Override
  public NanoClock clock() {
    return () -> now;
  }

  @Override
  public Clock wallClock() {
    return Clock.systemUTC();
  }

  @Override
  public void pause(Duration time) throws InterruptedException {
    whileWaiting.run();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    now += time.toNanos();
    clients.answer(time);
    broker.report();
  }

  @Override
  public Cut cut(InetAddress client) {
    cut = true;
    broker.cut();
    return () -> cut = false;
  }

  @Override
  public StopSwitch stop() {
    return stop;
  }

  @Override
  public Rig rig(Scenario scenario, RunListener listener) {
    loads.add(scenario);
    return rig(scenario, () -> course(listener));
  }

  @Override
  public Rig probeRig(Scenario scenario, RunListener listener) {
    probes.add(scenario);
    return rig(scenario, () -> course(listener));
  }

  /** A warm-up, then each of the steady seconds twice. */
  private void course(RunListener listener) {
    listener.onProgress(in(Phase.WARM_UP));
    listener.onProgress(in(Phase.STEADY));
    for (int half = 0; half < 2 * steadySeconds; half++) {
      now += 500_000_000L;
      listener.onProgress(in(Phase.STEADY));
    }
    listener.onProgress(in(Phase.DRAIN));
  }

  @Override
  public Optional<Broker> bridge() {
    return bridge;
  }

  @Override
  public Rig besideRig(Scenario scenario) {
    synchronized (probes) { // another thread's
      probes.add(scenario);
    }
    return rig(scenario, () -> {});
  }

  private Rig rig(Scenario scenario, Runnable course) {
    return new Rig() {
      @Override
      public RunResult run() throws RunException {
        course.run();
        RunResult result = runs.of(scenario);
        broker.report();
        return result;
      }

      @Override
      public void stop() {}
    };
  }

  private static Progress in(Phase phase) {
    return new Progress(
        phase,
        Duration.ZERO,
        Duration.ZERO,
        0,
        0,
        0,
        0,
        0,
        0,
        OptionalDouble.empty(),
        0,
        OptionalDouble.empty(),
        RunTotals.NONE,
        IntervalLatency.NONE);
  }
}
