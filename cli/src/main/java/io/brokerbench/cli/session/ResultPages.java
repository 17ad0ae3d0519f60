package io.brokerbench.cli.session;

import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.store.ResultFolder;
import io.brokerbench.experiment.store.ResultFolderException;
import io.brokerbench.report.page.PageContext;
import io.brokerbench.report.page.ReportFolder;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/** Writes the page of a result beside it, and shows it to those who wait for it. */
final class ResultPages {

  private ResultPages() {}

  /**
   * Writes it; once a run has ended, and not before, so that a start does not wait for its classes.
   *
   * @param again command that does the same again
   * @param ofRuns whether the runs that the result is made of have pages too
   * @param page made of what is in the folder
   * @return why it could not be written; empty if it was
   */
  static Optional<ErrorReport> write(
      CommandContext context,
      ResultFolder folder,
      String again,
      boolean ofRuns,
      Function<PageContext, String> page) {
    try {
      if (ofRuns) {
        ReportFolder.writeRuns(folder.path());
      }
      folder.write(ReportFolder.COMMAND, again + "\n");
      String html = page.apply(ReportFolder.pageContext(folder.path()));
      folder.write(ReportFolder.PAGE, html);
      context.liveView().show(html);
      return Optional.empty();
    } catch (ResultFolderException e) {
      return Optional.of(ErrorReport.of(e));
    } catch (IOException e) {
      return Optional.of(
          ErrorReport.of(
              new EnvironmentException(
                  "cannot write the pages of " + folder.path() + ": " + e.getMessage())));
    }
  }
}
