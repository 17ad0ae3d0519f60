package io.brokerbench.cli.session;

import io.brokerbench.cli.live.LiveProgress;
import io.brokerbench.cli.live.PlainProgress;
import io.brokerbench.cli.option.JunitOption;
import io.brokerbench.cli.option.MarkdownOption;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.session.GroupsExperiment;
import io.brokerbench.report.file.RunJunit;
import io.brokerbench.report.file.RunMarkdown;
import io.brokerbench.report.group.GroupsReport;
import io.brokerbench.report.text.Paragraph;
import io.brokerbench.report.text.TerminalReport;
import java.util.Optional;

/** One run of several groups on a terminal, which shows the group that ends last meanwhile. */
public final class GroupsSession extends CommandSession<GroupsResult> {

  private final GroupedScenario scenario;
  private final JunitOption junit;
  private final MarkdownOption markdown;

  /**
   * A run that has not begun.
   *
   * @param junit a report for CI servers
   * @param markdown a report for people who look at a pipeline
   */
  public GroupsSession(
      CommandContext context,
      SessionSettings settings,
      GroupsExperiment experiment,
      JunitOption junit,
      MarkdownOption markdown) {
    super(context, settings, experiment);
    this.scenario = experiment.scenario();
    this.junit = junit;
    this.markdown = markdown;
  }

  @Override
  Optional<ErrorReport> writeReports(GroupsResult result) {
    Optional<ErrorReport> problem = junit.write(RunJunit.of(result));
    return problem.or(() -> markdown.write(RunMarkdown.of(result)));
  }

  @Override
  String noun() {
    return "run";
  }

  @Override
  public void broker(Broker broker, Optional<Scenario> none) {
    super.broker(broker, Optional.empty());
    GroupsReport.plan(scenario).forEach(terminal::say);
  }

  @Override
  public RunDisplay run(Scenario shown) {
    terminal.say(
        Paragraph.LABEL.formatted("shown") + "the group " + scenario.longest().name() + " alone");
    return shown(isLive() ? new LiveProgress(terminal) : new PlainProgress(terminal));
  }

  @Override
  String document(GroupsResult result) {
    return GroupsResult.CODEC.write(result);
  }

  @Override
  void print(GroupsResult result, Optional<String> path) {
    terminal.say("");
    terminal.result(
        new GroupsReport(new TerminalReport(terminal.unicode(), terminal.colour()))
            .of(result, path, settings.again()));
  }
}
