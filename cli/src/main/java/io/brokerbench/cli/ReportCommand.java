package io.brokerbench.cli;

import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.base.TextFile;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.report.page.ReportFolder;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code brokerbench report}. */
@Command(
    name = "report",
    description = "Make the pages of stored results, and an overview of many.",
    footer = {
      "  brokerbench report results",
      "  brokerbench report results/2026-11-21T100211-FANIN.Q0.SHARED-artemis"
    })
final class ReportCommand extends ContextCommand {

  @Parameters(
      paramLabel = "DIR",
      defaultValue = "results",
      description = "A result's folder, or one that holds many (default: ${DEFAULT-VALUE}).")
  private Path folder;

  ReportCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws EnvironmentException {
    try {
      Path page = ReportFolder.write(folder, left -> context.terminal().warn("left out: " + left));
      context.terminal().result(page + "\n");
      return ExitCode.FINE;
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write the report of " + folder + ": " + TextFile.named(e));
    }
  }
}
