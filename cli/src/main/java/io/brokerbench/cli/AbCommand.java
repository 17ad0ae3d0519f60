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
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.BaselineStore;
import io.brokerbench.experiment.gate.RoundDesign;
import io.brokerbench.experiment.gate.StoredResults;
import io.brokerbench.experiment.metric.Tolerances;
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
    abbreviateSynopsis = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:PASS: the candidate is not worse than tolerated",
      "1:REGRESSED; or INCONCLUSIVE, unless --inconclusive pass",
      "2:bad usage or definition",
      "3:environment problem: a broker that does not start, ...",
      "4:too many runs were invalid"
    },
    footer = {
      "  brokerbench ab FANIN.Q1.SHARED --baseline embedded:artemis \\",
      "      --candidate embedded:hivemq",
      "  brokerbench ab FANIN.Q1.SHARED --baseline mqtt://old:1883 \\",
      "      --candidate mqtt://new:1883 --rounds 10 --tolerance p99=10%%,cpuPerMessage=5%%",
      "  brokerbench ab FANIN.Q0.SINGLE --baseline baseline:main \\",
      "      --candidate process:mosquitto --junit ab.xml --markdown ab.md"
    })
final class AbCommand extends ContextCommand {

  private static final String RECEIVED = "throughput.received";
  private static final String ACKNOWLEDGE = "latency.acknowledge.";

  /** The brokers that are JVMs of this tool. */
  private static final String EMBEDDED = "embedded";

  private UnusedOptions unused;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIO",
      completionCandidates = LoadOptions.ScenarioNames.class,
      description = "Name of a built-in scenario, or path of a .yaml, .yml or .json file.")
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
      description = "Maximum total time (default: 20m).")
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
    Scenario base = context.providers().scenarios().find(scenario);
    Scenario resolved = options.applyTo(base);
    RunTarget tried = load.target(context, resolved, candidate);
    ComparisonExperiment experiment =
        new ComparisonExperiment(
            compared(resolved, tried),
            tried,
            AbPlan.asked(
                    rounds == null ? AbPlan.MOST_ROUNDS : rounds,
                    budget == null ? AbPlan.USUAL_BUDGET : budget,
                    resolved.workload().seed())
                .withLoadShare(loadShare(base, resolved)),
            tolerances(resolved),
            searches
                ? Optional.of(
                    RateSearch.withoutKnee(
                        resolved, search.question(resolved), search.windows(resolved)))
                : Optional.empty(),
            true);
    return session.run(
        context,
        resolved.name() + ", comparison",
        session.again(resolved.workload().seed()),
        agents,
        settings -> new AbSession(context, settings, experiment, gate));
  }

  /**
   * The most load. A load that was asked for is what it is; one of a built-in scenario is a size
   * for any machine, and too much for two JVMs that warm up at the same time. Of other brokers it
   * stays: the less they have to do, the more their CPU for each message scatters.
   */
  private OptionalDouble loadShare(Scenario base, Scenario resolved) {
    String why = whyNoLoadShare(resolved);
    if (!why.isEmpty()) {
      unused.refuse(why, "--load-share");
      return OptionalDouble.empty();
    }
    if (loadShare != null) {
      return OptionalDouble.of(loadShare);
    }
    boolean given =
        options.giveLoad(base, resolved) || ScenarioFormat.ofFileName(scenario).isPresent();
    return given || !baseline.split(":", 2)[0].equals(EMBEDDED)
        ? OptionalDouble.empty()
        : OptionalDouble.of(AbPlan.USUAL_SHARE);
  }

  private String whyNoLoadShare(Scenario resolved) {
    if (isStored()) {
      return "only with a baseline that is measured";
    }
    if (searches) {
      return "not with --search, which finds what both carry";
    }
    return RoundDesign.rehearsal(resolved).isEmpty()
        ? "only with an even open load of QoS 1 or 2, without faults"
        : "";
  }

  private SideSource compared(Scenario resolved, RunTarget tried) {
    if (!isStored()) {
      unused.refuse("only with a stored baseline", "--baselines", "--force");
      return new SideSource.Live(load.target(context, resolved, baseline));
    }
    requireNoSearch();
    unused.refuse(whyNoLoadShare(resolved), "--load-share");
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
    ComparabilityCheck.require(stored.comparability(tried), force, context.terminal());
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

  /** A tolerance of a figure that these runs do not have would be accepted, and never be used. */
  private Tolerances tolerances(Scenario resolved) {
    Tolerances tolerances = gate.tolerances(FigureCatalogue.comparable());
    FigureCatalogue.comparable().stream()
        .filter(figure -> tolerances.rules().containsKey(figure.path()))
        .filter(figure -> tolerances.rules().get(figure.path()).part() != Tolerances.Part.OFF)
        .forEach(
            figure ->
                whyNeverCompared(figure, resolved)
                    .ifPresent(
                        why -> {
                          throw new DefinitionException("--tolerance", why, figure.path());
                        }));
    return tolerances;
  }

  private Optional<String> whyNeverCompared(Figure figure, Scenario resolved) {
    String why = "";
    if (!searches && figure.equals(FigureCatalogue.SUSTAINABLE)) {
      why = "only with --search";
    } else if (searches && figure.path().equals(RECEIVED)) {
      why = "not with --search, which compares " + FigureCatalogue.SUSTAINABLE.path();
    } else if (figure.equals(FigureCatalogue.CAPACITY)
        && (searches || resolved.workload().qos() == Qos.AT_MOST_ONCE)) {
      why = "only with QoS 1 and 2, and not with --search";
    } else if (figure.ofConnecting() && !resolved.connectsOnly()) {
      why = "only where clients do nothing but connect";
    } else if (figure.path().startsWith(ACKNOWLEDGE)
        && resolved.workload().qos() == Qos.AT_MOST_ONCE) {
      why = "only with QoS 1 and 2, which acknowledge messages";
    }
    return why.isEmpty() ? Optional.empty() : Optional.of(why);
  }
}
