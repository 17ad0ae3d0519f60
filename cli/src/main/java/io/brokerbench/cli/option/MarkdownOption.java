package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.experiment.session.EnvironmentException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A report as Markdown, for people who look at a pipeline. */
@Grouped(HelpGroup.RESULTS)
public final class MarkdownOption {

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Write Markdown, for a pull request or a job's summary.")
  private Path file;

  /** Makes sure, before anything is measured, that it can be written. */
  public void requireWritable() throws EnvironmentException {
    JunitOption.requireWritable(file);
  }

  /**
   * Writes it, if it is asked for.
   *
   * @return what went wrong
   */
  public Optional<ErrorReport> write(String markdown) {
    return JunitOption.put(file, markdown);
  }
}
