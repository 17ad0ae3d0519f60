package io.brokerbench.cli;

import io.brokerbench.cli.option.HistoryOptions;
import io.brokerbench.cli.option.JunitOption;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.TextFile;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.experiment.history.HistoryQuestion;
import io.brokerbench.experiment.history.HistoryResult;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.report.file.HistoryExports;
import io.brokerbench.report.file.HistoryJunit;
import io.brokerbench.report.page.HistoryReport;
import io.brokerbench.report.text.HistoryText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code brokerbench history}. */
@Command(
    name = "history",
    description = "Find the builds with which figures of stored results changed.",
    abbreviateSynopsis = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the report is written; whatever it says, unless --fail-if-worse",
      "1:with --fail-if-worse: a figure has become worse in the latest builds",
      "2:bad usage, or no two builds that can be compared",
      "3:environment problem: a report that cannot be written"
    },
    footer = {
      "  brokerbench history results",
      "  brokerbench history nightly --by folder --fail-if-worse --junit history.xml",
      "  brokerbench history results --figure p99,cpuPerMessage --export exports"
    })
final class HistoryCommand extends ContextCommand {

  @Parameters(
      paramLabel = "DIR",
      defaultValue = "results",
      description = "The folder that holds results, at any depth (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Mixin private HistoryOptions history = new HistoryOptions();

  @Sets("figure")
  @Option(
      names = "--figure",
      paramLabel = "LIST",
      description = "The figures to look at, such as p99,cpuPerMessage (default: those compared).")
  private String figure;

  @Sets("minChange")
  @Option(
      names = "--min-change",
      paramLabel = "SHARE",
      description = "Only changes by more than this, such as 2%% (default: 0%%).")
  private String minChange;

  @Sets("recent")
  @Option(
      names = "--recent",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many builds count as the latest (default: ${DEFAULT-VALUE}).")
  private int recent;

  @Option(
      names = "--fail-if-worse",
      description = "Exit with 1 if a figure has become worse in the latest builds.")
  private boolean failIfWorse;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for history.html and history.json (default: the one that is read).")
  private Path out;

  @Option(
      names = "--export",
      paramLabel = "DIR",
      description = "Write files for Apache Otava, Bencher and github-action-benchmark.")
  private Path export;

  @Mixin private JunitOption junit = new JunitOption();

  @Option(names = "--json", description = "Print the result document, and nothing else.")
  private boolean json;

  HistoryCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws EnvironmentException {
    if (recent < 1) {
      throw new DefinitionException("recent", "at least 1", recent);
    }
    junit.requireWritable();
    HistoryResult result = history.read(folder, this::asked, context.clock());
    HistoryText text = new HistoryText(result, recent);
    Terminal terminal = context.terminal();
    result.leftOut().forEach(why -> terminal.warn("left out: " + why));
    if (json) {
      terminal.document(HistoryResult.CODEC.write(result));
    } else {
      terminal.result(terminal.shown(text.text()));
    }
    write(text);
    Optional<ErrorReport> problem = junit.write(HistoryJunit.of(result, recent));
    problem.ifPresent(p -> terminal.warn(p.line()));
    return problem.map(ErrorReport::exitCode).orElseGet(() -> exitCode(text));
  }

  private HistoryQuestion asked(HistoryQuestion usual) {
    HistoryQuestion asked = figure == null ? usual : usual.about(figure);
    return minChange == null
        ? asked
        : asked.beyond(
            Unit.SHARE
                .parse(minChange)
                .orElseThrow(
                    () -> new DefinitionException("minChange", Unit.SHARE.form(), minChange)));
  }

  private void write(HistoryText text) throws EnvironmentException {
    Path target = out == null ? folder : out;
    try {
      Path page = HistoryReport.write(text, folder, target);
      context.terminal().say("report      " + page);
      if (export != null) {
        Files.createDirectories(export);
        for (Map.Entry<String, String> file : HistoryExports.of(text.result()).entrySet()) {
          Files.writeString(export.resolve(file.getKey()), file.getValue());
        }
        context.terminal().say("exports     " + export);
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write the history: %s; use --out and --export to name other folders"
              .formatted(TextFile.named(e)));
    }
  }

  private int exitCode(HistoryText text) {
    return failIfWorse && !text.worsenings().isEmpty() ? ExitCode.VERDICT_SAYS_NO : ExitCode.FINE;
  }
}
