package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.base.TextFile;
import io.brokerbench.experiment.session.EnvironmentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A report in the XML of JUnit, for CI servers. */
@Grouped(HelpGroup.RESULTS)
public final class JunitOption {

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write JUnit XML, with a test case for each thing that is judged.")
  private Path file;

  /** Makes sure, before anything is measured, that it can be written. */
  public void requireWritable() throws EnvironmentException {
    requireWritable(file);
  }

  /** Makes sure that a file, if there is one, can be written. */
  static void requireWritable(Path file) throws EnvironmentException {
    if (file == null) {
      return;
    }
    if (Files.exists(file)) {
      if (Files.isDirectory(file) || !Files.isWritable(file)) {
        throw new EnvironmentException(
            "cannot write %s: it is %s"
                .formatted(file, Files.isDirectory(file) ? "a folder" : "not writable"));
      }
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && (!Files.isDirectory(folder) || !Files.isWritable(folder))) {
      throw new EnvironmentException(
          "cannot write %s: the folder %s does not exist or is not writable"
              .formatted(file, folder));
    }
  }

  /**
   * Writes it, if it is asked for.
   *
   * @return what went wrong
   */
  public Optional<ErrorReport> write(String xml) {
    return put(file, xml);
  }

  /** Writes a report to a file, if there is one; what went wrong. */
  static Optional<ErrorReport> put(Path file, String report) {
    if (file == null) {
      return Optional.empty();
    }
    try {
      Files.writeString(file, report, StandardCharsets.UTF_8);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          new ErrorReport(
              "the report cannot be written: " + TextFile.named(e), ExitCode.ENVIRONMENT_CANNOT));
    }
  }
}
