package io.brokerbench.cli;

import io.brokerbench.cli.option.HelpOption;
import io.brokerbench.cli.option.ScenarioOptions;
import io.brokerbench.cli.option.ScenarioOverrides;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.session.RunSession;
import io.brokerbench.cli.session.Tools;
import io.brokerbench.core.scenario.Scenario;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench run}. */
@Command(
    name = "run",
    description = "Run a scenario on a broker, and say what came of it.",
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

  private final Tools tools;

  @Mixin final HelpOption help = new HelpOption();

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIO",
      completionCandidates = LoadOptions.ScenarioNames.class,
      description = "Name of a built-in scenario, or path of a .yaml, .yml or .json file.")
  private String scenario;

  @Mixin private WorkOptions work = new WorkOptions();

  @Mixin private AgentsOption agents = new AgentsOption();

  @Mixin private MetricsOption metrics = new MetricsOption();

  @Mixin private WatchOption watch = new WatchOption();

  @Mixin private ScenarioOptions options = new ScenarioOptions();

  RunCommand(Tools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws Exception {
    Scenario resolved = ScenarioOverrides.apply(tools.offers().scenarios().find(scenario), options);
    RunSession.Request request = work.request(tools, resolved, WorkOptions.again(spec, resolved));
    return agents.during(
        tools,
        hired ->
            metrics.during(
                hired,
                served ->
                    watch.during(
                        served,
                        resolved.name(),
                        watched -> new RunSession(watched, request).run())));
  }
}
