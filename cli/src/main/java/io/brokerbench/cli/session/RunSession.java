package io.brokerbench.cli.session;

import io.brokerbench.cli.live.LiveProgress;
import io.brokerbench.cli.live.PlainProgress;
import io.brokerbench.cli.option.JunitOption;
import io.brokerbench.cli.option.MarkdownOption;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.RunExperiment;
import io.brokerbench.report.file.RunJunit;
import io.brokerbench.report.file.RunMarkdown;
import io.brokerbench.report.text.TerminalReport;
import java.util.Optional;

/** One run on a terminal. */
public final class RunSession extends CommandSession<RunResult> {

  private final JunitOption junit;
  private final MarkdownOption markdown;

  /**
   * A run that has not begun.
   *
   * @param junit a report for CI servers
   * @param markdown a report for people who look at a pipeline
   */
  public RunSession(
      CommandContext context,
      SessionSettings settings,
      RunExperiment experiment,
      JunitOption junit,
      MarkdownOption markdown) {
    super(context, settings, experiment);
    this.junit = junit;
    this.markdown = markdown;
  }

  @Override
  Optional<ErrorReport> writeReports(RunResult result) {
    Optional<ErrorReport> problem = junit.write(RunJunit.of(result));
    return problem.or(() -> markdown.write(RunMarkdown.of(result)));
  }

  @Override
  String noun() {
    return "run";
  }

  @Override
  public RunDisplay run(Scenario scenario) {
    return shown(isLive() ? new LiveProgress(terminal) : new PlainProgress(terminal));
  }

  @Override
  String document(RunResult result) {
    return RunResult.CODEC.write(result);
  }

  @Override
  void print(RunResult result, Optional<String> path) {
    terminal.say("");
    terminal.result(
        new TerminalReport(terminal.unicode(), terminal.colour())
            .of(result, path, Optional.of(settings.again())));
  }
}
