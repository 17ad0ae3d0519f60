package io.brokerbench.cli;

import io.brokerbench.cli.option.SearchOptions;
import io.brokerbench.cli.option.UnusedOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.SearchSession;
import io.brokerbench.core.load.RampLoad;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.RunTarget;
import io.brokerbench.experiment.session.SearchExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code brokerbench search}. */
@Command(
    name = "search",
    description = "Find the highest rate of a scenario that a broker sustains.",
    abbreviateSynopsis = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:a rate was found and confirmed",
      "1:nothing was sustained, not even the lowest rate; or a threshold was crossed",
      "2:bad usage or definition",
      "3:environment problem, or a step could not be run",
      "4:limited by the generator, the network or other work, not known by what, or not confirmed:"
          + " the broker sustains at least the rate found"
    },
    footer = {
      "  brokerbench search FANIN.Q1.PERSISTENT.SHARED",
      "  brokerbench search FANIN.Q0.SINGLE --broker process:mosquitto --from 20000",
      "  brokerbench search FANIN.Q1.PARTITIONS --steady 5m --confirm 3",
      "  brokerbench search FANIN.Q0.SHARED --profile successor",
      "  brokerbench search FANIN.Q1.SHARED --p99-below 5ms --loss 0 --json"
    })
final class SearchCommand extends ContextCommand {

  @Spec private CommandSpec spec;

  @Mixin private SearchOptions search = new SearchOptions();

  @Mixin private TargetOptions options = new TargetOptions();

  @Mixin private SessionOptions session = new SessionOptions();

  @Mixin private AgentsOption agents = new AgentsOption();

  SearchCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws Exception {
    RunTarget target = options.target(context);
    Scenario scenario = target.scenario();
    requireUse(scenario);
    SearchExperiment experiment =
        new SearchExperiment(target, search.question(scenario), search.windows(scenario));
    return session.run(
        context,
        scenario.name() + ", search",
        session.again(scenario.workload().seed()),
        agents,
        settings -> new SearchSession(context, settings, experiment));
  }

  /** Of a scenario, a search uses what its steps do not set. */
  private void requireUse(Scenario scenario) {
    UnusedOptions unused = new UnusedOptions(spec);
    if (unused.isGiven("--from") && !(scenario.workload().load() instanceof RampLoad)) {
      unused.refuse("not with --from, where the search begins", "--rate");
    }
    if (unused.isGiven("--rate") && !unused.isGiven("--from") && search.forgetFrom()) {
      context.sayLeftOut(spec, "--from", "--rate");
    }
    boolean confirms = search.question(scenario).plan().confirmations() > 0;
    if (!confirms && search.windows(scenario).probe().compareTo(scenario.phases().steady()) < 0) {
      unused.refuse("not with --confirm 0, as all steps are as long as --probe", "--duration");
    }
  }
}
