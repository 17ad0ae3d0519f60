package io.brokerbench.cli;

import io.brokerbench.cli.option.HelpOption;
import io.brokerbench.cli.option.ScenarioOptions;
import io.brokerbench.cli.option.ScenarioOverrides;
import io.brokerbench.cli.option.SearchOptions;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.session.RunSession;
import io.brokerbench.cli.session.SearchSession;
import io.brokerbench.cli.session.Tools;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.SearchResult;
import io.brokerbench.core.search.StepWindows;
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
      "3:the environment can't",
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

  private final Tools tools;

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

  @Mixin private MetricsOption metrics = new MetricsOption();

  @Mixin private WatchOption watch = new WatchOption();

  @Mixin private ScenarioOptions options = new ScenarioOptions();

  SearchCommand(Tools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws Exception {
    Scenario resolved = ScenarioOverrides.apply(tools.offers().scenarios().find(scenario), options);
    RunSession.Request request = work.request(tools, resolved, WorkOptions.again(spec, resolved));
    SearchResult.Question question = search.question(resolved);
    StepWindows windows = search.windows(resolved);
    return agents.during(
        tools,
        hired ->
            metrics.during(
                hired,
                served ->
                    watch.during(
                        served,
                        resolved.name() + ", search",
                        watched -> new SearchSession(watched, request, question, windows).run())));
  }
}
