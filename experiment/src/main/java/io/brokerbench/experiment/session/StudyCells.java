package io.brokerbench.experiment.session;

import io.brokerbench.core.base.UnsupportedException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.engine.RunRequirements;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.CellMeasurement;
import io.brokerbench.experiment.cell.CellMeter;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.ConnectionMemoryPlan;
import io.brokerbench.experiment.cell.Probes;
import io.brokerbench.experiment.store.ResultFolderException;
import io.brokerbench.experiment.study.CellRunner;
import java.nio.file.Path;

/** Measures the cells of a study, each on a fresh broker. */
final class StudyCells implements CellRunner {

  private final StudyExperiment.TargetFactory targets;
  private final ExperimentBench bench;

  /** Whether it was looked at whether other work keeps the machine busy: once for a study. */
  private boolean warned;

  StudyCells(StudyExperiment.TargetFactory targets, ExperimentBench bench) {
    this.targets = targets;
    this.bench = bench;
  }

  @Override
  public CellMeasurement measure(CellKey key, CellPlan plan, Path folder)
      throws BrokerException, RunException, ResultFolderException, InterruptedException {
    RunTarget cell = targets.of(needs(plan), key.broker());
    // Crowds and stores of messages are this process's own, whoever carries the loads.
    Checks checks =
        (plan.load().isPresent() ? bench.environment().loads() : bench.environment().local())
            .checks();
    BusyMachine machine = warned ? BusyMachine.unwatched() : bench.environment().machine().get();
    try {
      checks.before(cell);
      try (StartedCellBrokers site =
          StartedCellBrokers.open(bench, checks, cell, plan.bridge(), folder)) {
        machine.warning(site.broker()).ifPresent(bench.listener()::busy);
        warned = true;
        return new CellMeter(site, plan, folder, bench.listener()).measure();
      }
    } catch (EnvironmentException e) {
      throw new RunException(e.getMessage(), e);
    }
  }

  @Override
  public boolean supports(CellKey key, CellPlan plan) {
    RunTarget cell = targets.of(needs(plan), key.broker());
    try {
      new RunRequirements(cell.scenario()).requireCapabilities(cell.brokers(), cell.driver());
      return true;
    } catch (UnsupportedException e) {
      return false;
    }
  }

  /** A scenario that needs what the cell does. */
  private static Scenario needs(CellPlan plan) {
    return plan.scenarios()
        .findFirst()
        .or(() -> plan.connectionMemory().map(StudyCells::crowd))
        .orElseGet(() -> persistent(Probes.of(Qos.AT_LEAST_ONCE, ScenarioDefaults.PHASES)));
  }

  private static Scenario crowd(ConnectionMemoryPlan plan) {
    Scenario probe = Probes.of(Qos.AT_MOST_ONCE, ScenarioDefaults.PHASES);
    return new Scenario(
        "CROWD",
        "",
        new Topology(plan.clients(), 0, Distribution.NONE),
        probe.workload().withLoad(new NoLoad()),
        probe.session(),
        probe.phases().withFixedWarmUp());
  }

  private static Scenario persistent(Scenario scenario) {
    return scenario.withSession(ScenarioDefaults.session(true));
  }
}
