package io.brokerbench.cli.session;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Figures;
import io.brokerbench.core.cell.CellKey;
import io.brokerbench.core.cell.StudyCell;
import io.brokerbench.core.report.StudyCsv;
import io.brokerbench.core.report.StudyMarkdown;
import io.brokerbench.core.report.StudyText;
import io.brokerbench.core.store.ResultFolderException;
import io.brokerbench.core.study.Study;
import io.brokerbench.core.study.StudyAnalysis;
import io.brokerbench.core.study.StudyFolder;
import io.brokerbench.core.study.StudyListener;
import io.brokerbench.core.study.StudyProgress;
import io.brokerbench.core.study.StudyResult;
import io.brokerbench.core.study.StudyResultCodec;
import io.brokerbench.core.study.StudyRunner;
import io.brokerbench.report.HtmlReport;
import io.brokerbench.report.ReportFolder;
import io.brokerbench.report.Surroundings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One call of a study, from the cells that are missing to the exit code.
 *
 * <p>Whatever happens, brokers are closed and finished cells are kept; the same call goes on.
 */
public final class StudySession implements StudyListener {

  /** For a drain, and for brokers to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * What is asked for.
   *
   * @param study the matrix
   * @param definition text of the file that it was read from; absent for a built-in one
   * @param retryFailed whether failed and invalid cells are measured again
   * @param load options of the load, whatever the broker
   * @param conditions options that decide what is measured, beside the study
   * @param again command that does the same again
   */
  public record Request(
      Study study,
      Optional<String> definition,
      boolean retryFailed,
      LoadOptions load,
      String conditions,
      String again) {}

  /**
   * Who carries clients.
   *
   * @param loads makes the rigs of loads: on agents, where there are some
   * @param own makes the rigs of probes, and single clients: always this process
   * @param unwatched makes the rigs of probes beside a load, whose figures nobody is shown
   */
  public record Carriers(Tools loads, Tools own, Tools unwatched) {}

  private final Carriers carriers;
  private final Tools tools;
  private final Terminal terminal;
  private final Request request;
  private final RunSession.Output output;

  public StudySession(Carriers carriers, Request request) {
    this.carriers = carriers;
    this.tools = carriers.own();
    this.terminal = tools.terminal();
    this.request = request;
    this.output = request.load().output(request.again());
  }

  /** Measures what is missing; the exit code. */
  public int run() throws ResultFolderException {
    try (StudyFolder folder = StudyFolder.open(output.folder(), request.study().name());
        StopSignals signals = StopSignals.install(PATIENCE)) {
      StudyRunner runner =
          new StudyRunner(
              request.study(),
              folder,
              new StudyBench(carriers, request, output),
              this,
              new StudyRunner.Settings(request.retryFailed(), tools.clock(), request.conditions()));
      signals.onStop(
          () -> {
            terminal.say("stopping: finished cells are kept (Ctrl-C again ends at once)");
            runner.stop();
          });
      try {
        int code = conclude(runner.run(), folder);
        return signals.stopped() ? signals.exitCode() : code;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return signals.stopped() ? signals.exitCode() : ExitCode.ENVIRONMENT_CANNOT;
      }
    }
  }

  private int conclude(List<StudyCell> cells, StudyFolder folder) throws ResultFolderException {
    StudyResult result = new StudyAnalysis(request.study(), cells).result(request.again());
    String document = StudyResultCodec.write(result);
    folder.write("study.json", document);
    if (request.definition().isPresent()) {
      folder.write(ReportFolder.DEFINITION, request.definition().get());
    }
    folder.write("tables.csv", StudyCsv.of(result));
    folder.write("tables.md", StudyMarkdown.of(result));
    writePages(folder, cells, document);
    if (output.json()) {
      terminal.document(document);
    } else {
      terminal.result(new StudyText(terminal.unicode()).of(result, folder.path().toString()));
    }
    return exitCode(cells);
  }

  private void writePages(StudyFolder folder, List<StudyCell> cells, String document)
      throws ResultFolderException {
    folder.write(ReportFolder.COMMAND, request.again() + "\n");
    try {
      for (StudyCell cell : cells) {
        ReportFolder.writeCell(folder.path(), folder.path().resolve(cell.folder()), cell.runs());
      }
      Surroundings surroundings = ReportFolder.surroundings(folder.path());
      String html = HtmlReport.ofStudy(document, surroundings);
      folder.write(ReportFolder.PAGE, html);
      tools.readers().show(html);
    } catch (IOException | DefinitionException e) {
      terminal.say("no " + ReportFolder.PAGE + ": " + e.getMessage());
    }
  }

  private int exitCode(List<StudyCell> cells) {
    List<StudyCell> asked =
        cells.stream().filter(cell -> request.study().cells().contains(cell.key())).toList();
    if (!asked.isEmpty()
        && asked.stream().allMatch(cell -> cell.status() == StudyCell.Status.FAILED)) {
      return ExitCode.ENVIRONMENT_CANNOT;
    }
    List<StudyCell> wrong = asked.stream().filter(cell -> !cell.counts()).toList();
    if (wrong.isEmpty()) {
      return ExitCode.FINE;
    }
    boolean invalid = wrong.stream().allMatch(c -> c.status() == StudyCell.Status.INVALID);
    return invalid ? ExitCode.RUN_IS_INVALID : ExitCode.VERDICT_SAYS_NO;
  }

  @Override
  public void begins(CellKey key, StudyProgress progress) {
    String cell =
        "cell %d of %d%s".formatted(progress.done() + 1, progress.total(), left(progress));
    terminal.say("%s: %s".formatted(cell, key));
    tools.readers().begin(cell);
  }

  @Override
  public void ends(StudyCell cell, StudyProgress progress) {
    if (!cell.counts()) {
      terminal.say("  " + cell.status() + ": " + cell.reason());
    }
  }

  private static String left(StudyProgress progress) {
    Duration whole = Duration.ofSeconds(progress.left().toSeconds());
    return ", about " + Figures.time(whole) + " left";
  }
}
