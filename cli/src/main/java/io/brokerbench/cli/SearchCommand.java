package io.brokerbench.cli;

import io.brokerbench.cli.option.HelpOption;
import io.brokerbench.cli.option.ScenarioOptions;
import io.brokerbench.cli.option.SearchOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.session.OutputSettings;
import io.brokerbench.cli.session.SearchSession;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.SearchExperiment;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench search}. */
@Command(
    name = "search",
    description = "Find the highest rate of a scenario that a broker sustains.",
    sortOptions = false,
    abbreviateSynopsis = true,
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:a rate was found",
      "1:nothing was sustained, not even the lowest rate",
      "2:bad usage or definition",
      "3:the environment cannot do it",
      "4:limited by the generator or the network: the broker sustains at least the rate found"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  brokerbench search FANIN.Q1.PERSISTENT.SHARED",
      "  brokerbench search FANIN.Q0.SINGLE --broker process:mosquitto --from 20000",
      "  brokerbench search FANIN.Q1.PARTITIONS --steady 5m --confirm 3",
      "  brokerbench search FANIN.Q0.SHARED --profile successor",
      "  brokerbench search FANIN.Q1.SHARED --p99-below 5ms --loss 0 --json"
    })
final class SearchCommand implements Callable<Integer> {

  private final CommandContext context;

  @Mixin final HelpOption help = new HelpOption();

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIO",
      completionCandidates = LoadOptions.ScenarioNames.class,
      description = "Name of a built-in scenario, or path of a .yaml, .yml or .json file.")
  private String scenario;

  @Mixin private SearchOptions search = new SearchOptions();

  @Mixin private WorkOptions work = new WorkOptions();

  @Mixin private AgentsOption agents = new AgentsOption();

  @Mixin private LiveOptions live = new LiveOptions();

  @Mixin private ScenarioOptions options = new ScenarioOptions();

  SearchCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws Exception {
    Scenario resolved = options.applyTo(context.providers().scenarios().find(scenario));
    SearchExperiment experiment =
        new SearchExperiment(
            work.target(context, resolved), search.question(resolved), search.windows(resolved));
    OutputSettings output = work.output(WorkOptions.again(spec, resolved));
    return agents.during(
        context,
        withAgents ->
            live.during(
                withAgents,
                resolved.name() + ", search",
                shown -> new SearchSession(shown, output, experiment).run()));
  }
}
