package io.brokerbench.cli;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.option.GateOptions;
import io.brokerbench.cli.option.ScenarioOptions;
import io.brokerbench.cli.option.SearchOptions;
import io.brokerbench.cli.option.UnusedOptions;
import io.brokerbench.cli.session.AbSession;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.terminal.ComparabilityCheck;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.BaselineStore;
import io.brokerbench.experiment.gate.StoredResults;
import io.brokerbench.experiment.search.RateSearch;
import io.brokerbench.experiment.session.ComparisonExperiment;
import io.brokerbench.experiment.session.RunTarget;
import io.brokerbench.experiment.session.SideSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench ab}. */
@Grouped(HelpGroup.COMPARISON)
@Command(
    name = "ab",
    description = "Load two brokers in turns, and say whether the candidate is worse.",
    customSynopsis = "brokerbench ab SCENARIO --baseline BROKER --candidate BROKER [OPTIONS]%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:PASS: the candidate is not worse than tolerated",
      "1:REGRESSED, whatever ended it; INCONCLUSIVE, unless --inconclusive pass; a threshold that"
          + " was crossed",
      "2:bad usage or definition",
      "3:environment problem: a broker that does not start, ...",
      "4:the generator was the limit in half of the baseline's runs; half of the candidate's were"
          + " held up beside a stored baseline; or a figure that was asked for is not known",
      "130:stopped by Ctrl-C, and not REGRESSED; 143 by SIGTERM, 129 by SIGHUP"
    },
    footer = {
      "  brokerbench ab FANIN.Q1.SHARED --baseline embedded:artemis \\",
      "      --candidate embedded:hivemq",
      "  brokerbench ab FANIN.Q1.SHARED --baseline mqtt://old:1883 \\",
      "      --candidate mqtt://new:1883 --rounds 10 \\",
      "      --tolerance p50=5%%,received=2%%",
      "  brokerbench ab FANIN.Q0.SINGLE --baseline baseline:main \\",
      "      --candidate process:mosquitto --junit ab.xml --markdown ab.md"
    })
final class AbCommand extends ContextCommand {

  private UnusedOptions unused;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIO",
      completionCandidates = LoadOptions.ScenarioNames.class,
      description = "Name of a built-in scenario, or path of a YAML or JSON file.")
  private String scenario;

  @Sets("baseline")
  @Grouped(HelpGroup.MOST_USED)
  @Option(
      names = "--baseline",
      paramLabel = "BROKER",
      required = true,
      completionCandidates = LoadOptions.BrokerNames.class,
      description = "The broker to compare with; or stored results: baseline:NAME, a path.")
  private String baseline;

  @Grouped(HelpGroup.MOST_USED)
  @Option(
      names = "--candidate",
      paramLabel = "BROKER",
      required = true,
      completionCandidates = LoadOptions.BrokerNames.class,
      description = "The broker to be judged.")
  private String candidate;

  @Sets("rounds")
  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Maximum number of rounds, at least 6 (default: as many as fit).")
  private Integer rounds;

  @Sets("budget")
  @Option(
      names = "--budget",
      paramLabel = "DURATION",
      description = "Maximum time for all rounds; rehearsals come on top (default: 20m).")
  private Duration budget;

  @Sets("loadShare")
  @Option(
      names = "--load-share",
      paramLabel = "SHARE",
      description =
          "Maximum load, as a share of what the baseline carries on this machine (default: 0.25 for"
              + " a built-in scenario of QoS 1 or 2 on an embedded broker, without --rate).")
  private Double loadShare;

  @Sets("baselines")
  @Option(
      names = "--baselines",
      paramLabel = "DIR",
      defaultValue = "baselines",
      description = "Where baseline:NAME is looked for (default: ${DEFAULT-VALUE}).")
  private Path baselines;

  @Option(
      names = "--force",
      description = "Compare even with a stored baseline of other conditions.")
  private boolean force;

  @Sets("search")
  @Option(
      names = "--search",
      description = "Compare also the rates that the brokers sustain, by a search after each run.")
  private boolean searches;

  @Mixin private SearchOptions search = new SearchOptions();

  @Mixin private GateOptions gate = new GateOptions();

  @Mixin private LoadOptions load = new LoadOptions();

  @Mixin private ScenarioOptions options = new ScenarioOptions();

  @Mixin private SessionOptions session = new SessionOptions();

  @Mixin private AgentsOption agents = new AgentsOption();

  AbCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws Exception {
    unused = new UnusedOptions(spec);
    if (!searches) {
      unused.refuseAllOf(new SearchOptions(), "only with --search");
    }
    gate.requireWritable();
    Optional<GroupedScenario> groups =
        context
            .providers()
            .scenarios()
            .findGrouped(scenario)
            .map(found -> options.applyTo(found, ScenarioChange.NONE));
    Scenario resolved =
        groups
            .map(all -> all.groups().get(0).scenario())
            .orElseGet(() -> options.applyTo(context.providers().scenarios().find(scenario)));
    options.unused().forEach(context::sayUnused);
    ComparisonExperiment experiment = experiment(resolved, groups);
    return session.run(
        context,
        groups
            .map(all -> SessionOptions.Shown.of(all, all.name() + ", comparison"))
            .orElseGet(() -> new SessionOptions.Shown(resolved.name() + ", comparison", List.of())),
        session.again(resolved.workload().seed()),
        agents,
        settings -> new AbSession(context, settings, experiment, gate));
  }

  private ComparisonExperiment experiment(Scenario resolved, Optional<GroupedScenario> groups) {
    RunTarget tried = load.target(context, resolved, candidate);
    ComparisonExperiment asked =
        new ComparisonExperiment(
            compared(resolved),
            tried,
            AbPlan.asked(
                    rounds == null ? AbPlan.MOST_ROUNDS : rounds,
                    budget == null ? AbPlan.USUAL_BUDGET : budget,
                    resolved.workload().seed())
                .withLoadShare(
                    loadShare == null ? OptionalDouble.empty() : OptionalDouble.of(loadShare)),
            gate.tolerances(groups.map(AbCommand::figures).orElse(FigureCatalogue.comparable())),
            searches
                ? Optional.of(
                    RateSearch.withoutKnee(
                        resolved, search.question(resolved), search.windows(resolved)))
                : Optional.empty(),
            groups);
    if (asked.baseline() instanceof SideSource.Stored stored) {
      ComparabilityCheck.require(
          stored.comparability(tried, agents.count()), force, context.terminal());
    }
    boolean loadGiven = options.giveLoad() || ScenarioFormat.fileOf(scenario).isPresent();
    return loadGiven ? asked : asked.withUsualLoadShare();
  }

  private static List<Figure> figures(GroupedScenario groups) {
    return groups.groups().stream()
        .flatMap(
            group ->
                FigureCatalogue.comparable().stream().map(figure -> figure.ofGroup(group.name())))
        .distinct()
        .toList();
  }

  private SideSource compared(Scenario resolved) {
    if (!isStored()) {
      unused.refuse("only with a stored baseline", "--baselines", "--force");
      return new SideSource.Live(load.target(context, resolved, baseline));
    }
    requireNoSearch();
    if (!baseline.startsWith(StoredResults.BASELINE)) {
      unused.refuse("only with --baseline " + StoredResults.BASELINE + "NAME", "--baselines");
    }
    SideSource.Stored stored =
        new SideSource.Stored(
            new StoredResults(new BaselineStore(baselines)).read(List.of(baseline)));
    if (rounds != null && rounds > stored.repetitionCount()) {
      throw new DefinitionException(
          "--rounds",
          "not more than the baseline has repetitions, " + stored.repetitionCount(),
          rounds);
    }
    return stored;
  }

  /** A folder may be called like a broker: then the broker is meant. */
  private boolean isStored() {
    return StoredResults.isStored(baseline)
        && context.providers().brokers().stream().noneMatch(broker -> broker.accepts(baseline));
  }

  private void requireNoSearch() {
    if (searches) {
      throw DefinitionException.about(
          "--search",
          "not with a stored baseline; use brokerbench compare for stored searches",
          null);
    }
  }
}
