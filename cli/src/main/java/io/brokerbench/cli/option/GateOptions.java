package io.brokerbench.cli.option;

import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.gate.Decision;
import io.brokerbench.core.metric.Tolerances;
import io.brokerbench.core.report.GateJunit;
import io.brokerbench.core.report.GateMarkdown;
import io.brokerbench.core.report.GateText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that all comparisons share: what is tolerated, and reports for other tools. */
public final class GateOptions {

  /** What an answer is taken for that is none. */
  enum Inconclusive {
    fail,
    pass
  }

  @Option(
      names = "--tolerance",
      paramLabel = "LIST",
      description =
          "By how much a metric may be worse, such as throughput=5%%,p99=10%%,memory=off; all=5%%"
              + " for those that aren't named.")
  private String tolerance;

  @Option(
      names = "--inconclusive",
      paramLabel = "fail|pass",
      defaultValue = "fail",
      description =
          "Whether the exit code is 1 or 0 when the experiment can't tell; ${DEFAULT-VALUE} unless"
              + " given.")
  private Inconclusive inconclusive;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write JUnit XML, a test case for each metric.")
  private Path junit;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Write Markdown, for a pull request or a job's summary.")
  private Path markdown;

  /**
   * What is tolerated.
   *
   * @param metrics names that there are
   * @throws DefinitionException if the option is wrong; the message names it
   */
  public Tolerances tolerances(Collection<String> metrics) {
    if (tolerance == null) {
      return Tolerances.USUAL;
    }
    try {
      Tolerances parsed = Tolerances.parse(tolerance);
      parsed.requireKnown(metrics);
      return parsed;
    } catch (DefinitionException e) {
      throw new DefinitionException("--" + e.getMessage(), e);
    }
  }

  /** Makes sure, before anything is measured, that the reports can be written. */
  public void requireWritable() throws EnvironmentException {
    for (Path file : new Path[] {junit, markdown}) {
      Path folder = file == null ? null : file.toAbsolutePath().getParent();
      if (folder != null && (!Files.isDirectory(folder) || !Files.isWritable(folder))) {
        throw new EnvironmentException(
            "can't write %s: %s is no folder that can be written to".formatted(file, folder));
      }
    }
  }

  /**
   * Writes the reports that are asked for.
   *
   * @return what went wrong
   */
  public Optional<ErrorReport> write(GateText text) {
    try {
      if (junit != null) {
        put(junit, GateJunit.of(text, inconclusive == Inconclusive.fail));
      }
      if (markdown != null) {
        put(markdown, GateMarkdown.of(text));
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          new ErrorReport(
              "the report can't be written: " + e.getMessage(), ExitCode.ENVIRONMENT_CANNOT));
    }
  }

  private static void put(Path file, String content) throws IOException {
    Files.writeString(file, content, StandardCharsets.UTF_8);
  }

  /** What the command ends with for a decision. */
  public int exitCode(Decision decision) {
    return switch (decision) {
      case PASS -> ExitCode.FINE;
      case REGRESSED -> ExitCode.VERDICT_SAYS_NO;
      case INCONCLUSIVE ->
          inconclusive == Inconclusive.fail ? ExitCode.VERDICT_SAYS_NO : ExitCode.FINE;
    };
  }
}
