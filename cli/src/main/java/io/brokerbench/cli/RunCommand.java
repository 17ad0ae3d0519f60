package io.brokerbench.cli;

import io.brokerbench.cli.option.HelpOption;
import io.brokerbench.cli.option.ScenarioOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.session.OutputSettings;
import io.brokerbench.cli.session.RunSession;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.RunExperiment;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench run}. */
@Command(
    name = "run",
    description = "Run a scenario on a broker, and report the result.",
    sortOptions = false,
    abbreviateSynopsis = true,
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  brokerbench run FANIN.Q1.PERSISTENT.SHARED",
      "  brokerbench run FANIN.Q0.SINGLE --broker process:mosquitto --rate 50000",
      "  brokerbench run FANIN.Q1.PARTITIONS --broker mqtt://host:1883 --duration 5m",
      "  brokerbench run FANIN.Q1.PERSISTENT.SHARED --absent 0.5",
      "  brokerbench run my.yaml --json > result.json"
    })
final class RunCommand implements Callable<Integer> {

  private final CommandContext context;

  @Mixin final HelpOption help = new HelpOption();

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIO",
      completionCandidates = LoadOptions.ScenarioNames.class,
      description = "Name of a built-in scenario, or path of a .yaml, .yml or .json file.")
  private String scenario;

  @Mixin private WorkOptions work = new WorkOptions();

  @Mixin private AgentsOption agents = new AgentsOption();

  @Mixin private LiveOptions live = new LiveOptions();

  @Mixin private ScenarioOptions options = new ScenarioOptions();

  RunCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws Exception {
    Scenario resolved = options.applyTo(context.providers().scenarios().find(scenario));
    RunExperiment experiment = new RunExperiment(work.target(context, resolved));
    OutputSettings output = work.output(WorkOptions.again(spec, resolved));
    return agents.during(
        context,
        withAgents ->
            live.during(
                withAgents,
                resolved.name(),
                shown -> new RunSession(shown, output, experiment).run()));
  }
}
