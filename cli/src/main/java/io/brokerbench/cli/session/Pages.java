package io.brokerbench.cli.session;

import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.core.store.ResultFolder;
import io.brokerbench.core.store.ResultFolderException;
import io.brokerbench.report.ReportFolder;
import io.brokerbench.report.Surroundings;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/** Writes the page of a result beside it, and shows it to those who wait for it. */
final class Pages {

  private Pages() {}

  /** The same, after the pages of the runs that the result is made of. */
  static Optional<ErrorReport> writeWithRuns(
      Tools tools, ResultFolder folder, String again, Function<Surroundings, String> page) {
    try {
      ReportFolder.writeRuns(folder.path());
    } catch (IOException e) {
      return Optional.of(unwritten(folder, e));
    }
    return write(tools, folder, again, page);
  }

  /**
   * Writes it; once a run has ended, and not before, so that a start doesn't wait for its classes.
   *
   * @param again command that does the same again
   * @param page made of what is in the folder
   * @return why it could not be written; empty if it was
   */
  static Optional<ErrorReport> write(
      Tools tools, ResultFolder folder, String again, Function<Surroundings, String> page) {
    try {
      folder.write(ReportFolder.COMMAND, again + "\n");
      String html = page.apply(ReportFolder.surroundings(folder.path()));
      folder.write(ReportFolder.PAGE, html);
      tools.readers().show(html);
      return Optional.empty();
    } catch (ResultFolderException e) {
      return Optional.of(ErrorReport.of(e));
    } catch (IOException e) {
      return Optional.of(unwritten(folder, e));
    }
  }

  private static ErrorReport unwritten(ResultFolder folder, IOException e) {
    return ErrorReport.of(
        new EnvironmentException(
            "can't write the pages of " + folder.path() + ": " + e.getMessage()));
  }
}
