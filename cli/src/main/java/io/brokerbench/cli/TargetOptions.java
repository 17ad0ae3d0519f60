package io.brokerbench.cli;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.option.ScenarioOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.experiment.session.RunTarget;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of what is measured, where that is one scenario on one broker. */
@Grouped(HelpGroup.MOST_USED)
final class TargetOptions {

  @Parameters(
      paramLabel = "SCENARIO",
      completionCandidates = LoadOptions.ScenarioNames.class,
      description = "Name of a built-in scenario, or path of a .yaml, .yml or .json file.")
  private String scenario;

  @Sets("broker")
  @Option(
      names = {"-b", "--broker"},
      paramLabel = "BROKER",
      defaultValue = "embedded",
      completionCandidates = LoadOptions.BrokerNames.class,
      description = "Where the broker comes from (default: ${DEFAULT-VALUE}).")
  private String broker;

  @Mixin private LoadOptions load = new LoadOptions();

  @Mixin private ScenarioOptions options = new ScenarioOptions();

  /** What is measured. */
  RunTarget target(CommandContext context) {
    return load.target(
        context, options.applyTo(context.providers().scenarios().find(scenario)), broker);
  }
}
