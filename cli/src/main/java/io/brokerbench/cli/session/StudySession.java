package io.brokerbench.cli.session;

import io.brokerbench.cli.live.LiveProgress;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.CellStep;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.session.Outcome;
import io.brokerbench.experiment.session.StudyExperiment;
import io.brokerbench.experiment.session.StudyExperiment.StudyMeasurement;
import io.brokerbench.experiment.store.ResultFolderException;
import io.brokerbench.experiment.study.StudyFolder;
import io.brokerbench.experiment.study.StudyProgress;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.report.file.StudyTables;
import io.brokerbench.report.page.ReportFolder;
import io.brokerbench.report.text.StudyText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One call of a study on a terminal. Finished cells are kept, and the same call goes on. */
public final class StudySession extends CommandSession<StudyMeasurement> {

  private final Optional<String> definition;
  private Optional<LiveProgress> cell = Optional.empty();

  /**
   * A study that has not begun.
   *
   * @param definition text of the file that it was read from; absent for a built-in one
   */
  public StudySession(
      CommandContext context,
      SessionSettings settings,
      StudyExperiment experiment,
      Optional<String> definition) {
    super(context, settings, experiment);
    this.definition = definition;
  }

  @Override
  String noun() {
    return "study";
  }

  @Override
  String stoppedLine(Exception end) {
    return "stopped; finished cells are kept";
  }

  @Override
  String whenStopped() {
    return "finished cells are kept";
  }

  @Override
  public void begins(CellKey key, StudyProgress progress) {
    endCell();
    String number =
        "cell %d of %d%s".formatted(progress.done() + 1, progress.total(), left(progress));
    terminal.say("%s: %s".formatted(number, key));
    settings.liveView().begin(number);
  }

  /** All runs of a cell are shown by one display, as is what is done between them. */
  @Override
  public RunDisplay run(Scenario scenario) {
    return new RunDisplay() {
      @Override
      public void onProgress(Progress progress) {
        display().ifPresent(shown -> shown.onProgress(progress));
      }

      @Override
      public void onAgents(List<AgentProgress> agents) {
        display().ifPresent(shown -> shown.onAgents(agents));
      }
    };
  }

  @Override
  public void onStep(CellStep step) {
    display().ifPresent(shown -> shown.onStep(step));
    super.onStep(step);
  }

  private Optional<LiveProgress> display() {
    if (cell.isEmpty() && isLive()) {
      LiveProgress progress = new LiveProgress(terminal, false);
      shown(progress);
      cell = Optional.of(progress);
    }
    return cell;
  }

  private void endCell() {
    cell.ifPresent(LiveProgress::close);
    cell = Optional.empty();
  }

  @Override
  public void ends(StudyCell ended, StudyProgress progress) {
    endCell();
    if (!ended.passes()) {
      terminal.say("  " + ended.status() + ": " + ended.reason());
    }
  }

  private static String left(StudyProgress progress) {
    Duration whole = Duration.ofSeconds(progress.left().toSeconds());
    return ", about " + NumberText.time(whole) + " left";
  }

  @Override
  int conclude(Outcome<StudyMeasurement> outcome) {
    endCell();
    return super.conclude(outcome);
  }

  @Override
  Path folder(Outcome<StudyMeasurement> outcome) {
    return outcome.result().folder().path();
  }

  @Override
  String document(StudyMeasurement result) {
    return StudyResult.CODEC.write(result.document());
  }

  @Override
  void print(StudyMeasurement result, Optional<String> path) {
    terminal.result(
        new StudyText(terminal.unicode()).of(result.document(), result.folder().path().toString()));
  }

  @Override
  Optional<ErrorReport> writeReports(StudyMeasurement result) {
    StudyFolder folder = result.folder();
    try {
      if (definition.isPresent()) {
        folder.write(ReportFolder.DEFINITION, definition.get());
      }
      StudyTables.write(folder, result.document());
      return Optional.empty();
    } catch (ResultFolderException e) {
      return Optional.of(ErrorReport.of(e));
    }
  }
}
