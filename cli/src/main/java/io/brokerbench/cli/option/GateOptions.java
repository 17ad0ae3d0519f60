package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.experiment.metric.Tolerances;
import io.brokerbench.experiment.session.Answer;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.report.file.GateJunit;
import io.brokerbench.report.file.GateMarkdown;
import io.brokerbench.report.text.GateText;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that all comparisons share: what is tolerated, and reports for other tools. */
@Grouped(HelpGroup.COMPARISON)
public final class GateOptions {

  /** What an answer is taken for that is none. */
  enum InconclusivePolicy {
    fail,
    pass
  }

  @Sets("tolerance")
  @Grouped(HelpGroup.MOST_USED)
  @Option(
      names = "--tolerance",
      paramLabel = "LIST",
      description =
          "By how much a figure may be worse, such as received=5%%,p50=5%%,peakRss=off; all=5%%"
              + " for those that are not named.")
  private String tolerance;

  @Option(
      names = "--inconclusive",
      paramLabel = "fail|pass",
      defaultValue = "fail",
      description =
          "Whether the exit code is 1 or 0 when the experiment is inconclusive (default:"
              + " ${DEFAULT-VALUE}).")
  private InconclusivePolicy inconclusive;

  @Mixin private JunitOption junit = new JunitOption();

  @Mixin private MarkdownOption markdown = new MarkdownOption();

  /**
   * What is tolerated.
   *
   * @param figures that there are
   * @throws io.brokerbench.core.base.DefinitionException if the option is wrong
   */
  public Tolerances tolerances(List<Figure> figures) {
    return tolerance == null ? Tolerances.USUAL : Tolerances.parse(tolerance, figures);
  }

  /** Makes sure, before anything is measured, that the reports can be written. */
  public void requireWritable() throws EnvironmentException {
    junit.requireWritable();
    markdown.requireWritable();
  }

  /**
   * Writes the reports that are asked for, each whether or not the other can be written.
   *
   * @return what went wrong, first
   */
  public Optional<ErrorReport> write(GateText text) {
    Optional<ErrorReport> ofJunit =
        junit.write(GateJunit.of(text, inconclusive == InconclusivePolicy.fail));
    Optional<ErrorReport> ofMarkdown = markdown.write(GateMarkdown.of(text));
    return ofJunit.or(() -> ofMarkdown);
  }

  /** What the command ends with for an answer. */
  public int exitCode(Answer answer) {
    return answer == Answer.INCONCLUSIVE && inconclusive == InconclusivePolicy.pass
        ? ExitCode.FINE
        : ExitCode.of(answer);
  }
}
