package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.experiment.history.BuildRule;
import io.brokerbench.experiment.history.HistoryQuestion;
import io.brokerbench.experiment.history.HistoryResult;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;

/** How stored results become builds in lines. */
@Grouped(HelpGroup.COMPARISON)
public final class HistoryOptions {

  /** What one build is, as people write it. */
  enum BuildGrouping {
    result,
    version,
    folder
  }

  @Option(
      names = "--by",
      paramLabel = "result|version|folder",
      defaultValue = "result",
      description =
          "What one build is: a result, all results of one version of the broker, or all results"
              + " in one folder of DIR (default: ${DEFAULT-VALUE}).")
  private BuildGrouping by;

  @Sets("line")
  @Option(
      names = "--line",
      paramLabel = "TEXT",
      description = "Only the lines of builds whose name contains this.")
  private String line;

  /**
   * Reads all results below a folder, and finds where their figures change.
   *
   * @param asked changes the usual question
   * @throws io.brokerbench.core.base.DefinitionException if there is nothing to compare
   */
  public HistoryResult read(Path folder, UnaryOperator<HistoryQuestion> asked, Clock clock) {
    BuildRule rule = BuildRule.valueOf(by.name().toUpperCase(Locale.ROOT));
    HistoryResult all =
        HistoryResult.of(folder, asked.apply(HistoryQuestion.usual(rule)), clock.instant());
    return line == null ? all : all.only(line);
  }
}
