package io.brokerbench.cli.session;

import io.brokerbench.cli.live.LiveProgress;
import io.brokerbench.cli.live.ProgressDisplay;
import io.brokerbench.cli.live.Readers;
import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.cell.CellKey;
import io.brokerbench.core.cell.CellListener;
import io.brokerbench.core.cell.CellMeter;
import io.brokerbench.core.cell.CellPlan;
import io.brokerbench.core.cell.CellStep;
import io.brokerbench.core.cell.CrowdPlan;
import io.brokerbench.core.cell.Measured;
import io.brokerbench.core.cell.Probes;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.NoLoad;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.search.SearchStep;
import io.brokerbench.core.store.ResultFolderException;
import io.brokerbench.core.study.CellBench;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Measures the cells of a study, each on a fresh broker.
 *
 * <p>{@link #stop} may be called from any thread; everything else belongs to one.
 */
final class StudyBench implements CellBench {

  private final StudySession.Carriers carriers;
  private final Tools tools;
  private final StudySession.Request request;
  private final RunSession.Output output;
  private CellMeter current;
  private boolean stopped;

  /** Whether it was looked at whether other work keeps the machine busy: once for a study. */
  private boolean warned;

  StudyBench(
      StudySession.Carriers carriers, StudySession.Request request, RunSession.Output output) {
    this.carriers = carriers;
    this.tools = carriers.own();
    this.request = request;
    this.output = output;
  }

  @Override
  public Measured measure(CellKey key, CellPlan plan, Path folder)
      throws BrokerException, RunException, ResultFolderException, InterruptedException {
    RunSession.Request cell =
        request.load().request(tools, needs(plan), key.broker(), request.again());
    try {
      Preflight.check(cell, carrying(plan));
    } catch (EnvironmentException e) {
      throw new RunException(e.getMessage(), e);
    }
    boolean live = tools.terminal().live() && !output.plain();
    Optional<LiveProgress> display =
        live ? Optional.of(new LiveProgress(tools.terminal(), false)) : Optional.empty();
    RunListener listener = display.<RunListener>map(d -> d).orElse(RunListener.NONE);
    BusyMachine machine = warned ? BusyMachine.unwatched() : tools.machine().get();
    try (StudySite site = StudySite.open(carriers, carrying(plan), cell, plan.bridge(), folder)) {
      RunHeader.warn(tools.terminal(), machine, site.broker());
      warned = true;
      CellMeter meter =
          new CellMeter(site, plan, folder, listener, new Shown(display, tools.readers()));
      begin(meter);
      return meter.measure();
    } catch (EnvironmentException e) {
      throw new RunException(e.getMessage(), e);
    } finally {
      display.ifPresent(ProgressDisplay::close);
    }
  }

  /** What is told of a cell beside its runs, for the terminal and for readers. */
  private record Shown(Optional<LiveProgress> display, Readers readers) implements CellListener {
    @Override
    public void onStep(CellStep step) {
      display.ifPresent(d -> d.onStep(step));
      readers.onStep(step);
    }

    @Override
    public void onStep(SearchStep step) {
      readers.onStep(step);
    }
  }

  /** Crowds and stores of messages are this process's own, whoever carries the loads. */
  private Tools carrying(CellPlan plan) {
    return plan.load().isPresent() ? carriers.loads() : carriers.own();
  }

  /** A scenario that needs what the cell does. */
  private static Scenario needs(CellPlan plan) {
    return plan.scenarios()
        .findFirst()
        .or(() -> plan.crowd().map(StudyBench::crowd))
        .orElseGet(() -> persistent(Probes.of(Qos.AT_LEAST_ONCE, ScenarioDefaults.PHASES)));
  }

  private static Scenario crowd(CrowdPlan plan) {
    Scenario probe = Probes.of(Qos.AT_MOST_ONCE, ScenarioDefaults.PHASES);
    return new Scenario(
        "CROWD",
        "",
        new Topology(plan.clients(), 0, Distribution.NONE),
        probe.workload().withLoad(new NoLoad()),
        probe.session(),
        probe.phases());
  }

  private static Scenario persistent(Scenario scenario) {
    return scenario.withSession(ScenarioDefaults.session(true));
  }

  private synchronized void begin(CellMeter meter) {
    current = meter;
    if (stopped) {
      meter.stop();
    }
  }

  /** A broker that is starting is awaited; then the cell ends before it begins. */
  @Override
  public synchronized void stop() {
    stopped = true;
    if (current != null) {
      current.stop();
    }
  }
}
