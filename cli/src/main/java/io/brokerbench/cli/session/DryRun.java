package io.brokerbench.cli.session;

import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.session.CalibrationExperiment;
import io.brokerbench.experiment.session.ComparisonExperiment;
import io.brokerbench.experiment.session.ExpectedTime;
import io.brokerbench.experiment.session.Experiment;
import io.brokerbench.experiment.session.Requirements;
import io.brokerbench.experiment.session.RunTarget;
import io.brokerbench.experiment.session.SideSource;
import io.brokerbench.experiment.session.StudyExperiment;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.report.group.GroupsReport;
import io.brokerbench.report.text.Paragraph;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** What an experiment would do, in lines: nothing of it is started. */
final class DryRun {

  private final Experiment<?> experiment;
  private final OptionalInt agents;
  private final List<String> lines = new ArrayList<>();

  /**
   * Of an experiment.
   *
   * @param agents that would carry the clients; empty for this machine
   */
  DryRun(Experiment<?> experiment, OptionalInt agents) {
    this.experiment = experiment;
    this.agents = agents;
  }

  /** Brokers, scenario, clients, time, and where the results would be. */
  List<String> lines(Path folder) {
    line("dry run", "nothing is started");
    if (experiment instanceof StudyExperiment study) {
      study(study.study());
    } else {
      targets();
    }
    ExpectedTime expected = experiment.expectedTime();
    Duration whole = Duration.ofSeconds(Math.max(1, Math.round(expected.time().toMillis() / 1e3)));
    line(
        "time",
        (expected.limit() ? "at most " : "about ")
            + NumberText.time(whole)
            + ", besides starting, connecting and draining");
    line("results", "a folder in " + folder.toAbsolutePath().normalize());
    return lines;
  }

  private void targets() {
    if (experiment instanceof ComparisonExperiment comparison
        && comparison.baseline() instanceof SideSource.Stored stored) {
      line("baseline", stored.name() + ", stored");
    }
    Requirements requirements = experiment.requirements();
    List<RunTarget> targets = requirements.targets();
    boolean sides = experiment instanceof ComparisonExperiment;
    // The groups of a side have the same broker.
    int each = requirements.groups().map(groups -> groups.groups().size()).orElse(1);
    for (int i = each - 1; i < targets.size(); i += each) {
      String side = i == targets.size() - 1 ? "candidate" : "baseline";
      line(sides ? side : "broker", broker(targets.get(i)));
    }
    RunTarget subject = targets.get(targets.size() - 1);
    if (requirements.groups().isPresent()) {
      lines.addAll(GroupsReport.plan(requirements.groups().get()));
      line("clients", clients(subject, requirements.groups().get().clients()));
      return;
    }
    if (experiment instanceof CalibrationExperiment calibration) {
      line("clients", "up to " + clients(subject, calibration.plan().connections()));
      return;
    }
    lines.addAll(RunHeader.scenario(subject.scenario()));
    line("clients", clients(subject, subject.scenario().clients()));
  }

  private static String broker(RunTarget target) {
    return target.selector()
        + (target.brokers().startsBrokers()
            ? ", would be started: " + target.brokers().description()
            : ", runs already");
  }

  private String clients(RunTarget target, int count) {
    int workers = target.settings().workers();
    String where =
        agents.isPresent()
            ? "on %d agents".formatted(agents.getAsInt())
            : workers > 1 ? "in %d processes".formatted(workers) : "in this process";
    return "%s, by the driver %s, %s"
        .formatted(NumberText.count(count), target.driver().name(), where);
  }

  private void study(Study study) {
    line("study", study.name() + ": " + study.description());
    line("brokers", String.join(", ", study.brokers()));
    line(
        "cells",
        "%s (variants: %d, brokers: %d, repetitions: %d); finished ones are kept"
            .formatted(
                NumberText.count(study.cells().size()),
                study.variants().size(),
                study.brokers().size(),
                study.repetitions()));
  }

  private void line(String label, String text) {
    lines.addAll(Paragraph.of(Paragraph.LABEL.formatted(label), text));
  }
}
