package io.brokerbench.experiment.study;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.StudyCell;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A study without brokers; also a program, so that it can be killed. */
public final class StubStudy {

  static final StudyListener SILENT =
      new StudyListener() {
        @Override
        public void begins(CellKey key, StudyProgress progress) {}

        @Override
        public void ends(StudyCell cell, StudyProgress progress) {}
      };

  private static final Environment HERE = new EnvironmentProbe().probe();

  private StubStudy() {}

  public static Scenario scenario(String name) {
    return new Scenario(
        name,
        "",
        new Topology(1, 1, Distribution.SINGLE),
        ScenarioDefaults.workload(Qos.AT_MOST_ONCE),
        ScenarioDefaults.session(false),
        ScenarioDefaults.PHASES);
  }

  static StudyVariant row(String scenario, String variant) {
    return new StudyVariant(scenario, variant, CellPlan.run(scenario(scenario)));
  }

  static Study study(int repetitions, String... brokers) {
    return new Study(
        "stub",
        "A study without brokers",
        StudyLayout.PLAIN,
        repetitions,
        Optional.empty(),
        List.of(brokers),
        List.of(row("a", "1 KB"), row("a", "50 KB"), row("b/c", "x")));
  }

  /** A cell of scenario "a" on broker "x:one" that was measured. */
  static StudyCell cell(
      String variant,
      int repetition,
      Map<String, Double> figures,
      Map<String, List<Double>> series) {
    return new StudyCell(
        "a",
        variant,
        "x:one",
        repetition,
        StudyCell.Status.MEASURED,
        "",
        "",
        "cells/" + variant + repetition,
        List.of(),
        Optional.empty(),
        HERE,
        Instant.EPOCH,
        Duration.ZERO,
        "",
        figures,
        series,
        Optional.empty());
  }

  /** Measures what is missing in a folder. */
  static List<StudyCell> run(Path out, Study study, CellRunner cellRunner) throws Exception {
    try (StudyFolder folder = StudyFolder.open(out, study.name())) {
      return runner(study, folder, cellRunner).run();
    }
  }

  static StudyRunner runner(Study study, StudyFolder folder, CellRunner cellRunner) {
    return runner(study, folder, cellRunner, new StopSwitch());
  }

  static StudyRunner runner(
      Study study, StudyFolder folder, CellRunner cellRunner, StopSwitch stop) {
    return new StudyRunner(
        study,
        folder,
        cellRunner,
        SILENT,
        new StudyRunner.Settings(false, 0, Clock.systemUTC(), ""),
        stop);
  }

  /** Runs the study of three repetitions on two brokers; the argument is its folder. */
  public static void main(String[] args) throws Exception {
    try (StudyFolder folder = StudyFolder.open(Path.of(args[0]), "stub")) {
      runner(study(3, "x:one", "x:two"), folder, new StubCellRunner(Set.of(), 200)).run();
    }
  }
}
