package io.brokerbench.cli;

import io.brokerbench.cli.option.GateOptions;
import io.brokerbench.cli.option.HelpOption;
import io.brokerbench.cli.option.ScenarioOptions;
import io.brokerbench.cli.option.ScenarioOverrides;
import io.brokerbench.cli.option.SearchOptions;
import io.brokerbench.cli.session.AbRequest;
import io.brokerbench.cli.session.AbSession;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.session.RunSession;
import io.brokerbench.cli.session.StoredBaseline;
import io.brokerbench.cli.session.Tools;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.compare.SideMeasure;
import io.brokerbench.core.gate.AbPlan;
import io.brokerbench.core.gate.BaselineStore;
import io.brokerbench.core.gate.StoredResults;
import io.brokerbench.core.metric.Metric;
import io.brokerbench.core.metric.Metrics;
import io.brokerbench.core.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench ab}. */
@Command(
    name = "ab",
    description = "Run two brokers in turns, and say whether the candidate is worse.",
    sortOptions = false,
    abbreviateSynopsis = true,
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:PASS: the candidate is not worse than tolerated",
      "1:REGRESSED; or INCONCLUSIVE, unless --inconclusive pass",
      "2:bad usage or definition",
      "3:the environment can't: a broker that doesn't start, ...",
      "4:the generator was the limit in too many runs"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  brokerbench ab FANIN.Q1.SHARED --baseline embedded:artemis \\",
      "      --candidate embedded:hivemq",
      "  brokerbench ab FANIN.Q1.SHARED --baseline mqtt://old:1883 \\",
      "      --candidate mqtt://new:1883 --pairs 10 --tolerance p99=10%%,cpu=5%%",
      "  brokerbench ab FANIN.Q0.SINGLE --baseline baseline:main \\",
      "      --candidate process:mosquitto --junit ab.xml --markdown ab.md"
    })
final class AbCommand implements Callable<Integer> {

  private final Tools tools;

  @Mixin final HelpOption help = new HelpOption();

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIO",
      completionCandidates = LoadOptions.ScenarioNames.class,
      description = "Name of a built-in scenario, or path of a .yaml, .yml or .json file.")
  private String scenario;

  @Option(
      names = "--baseline",
      paramLabel = "B",
      required = true,
      completionCandidates = LoadOptions.BrokerNames.class,
      description = "The broker to compare with; or stored results: baseline:NAME, a path.")
  private String baseline;

  @Option(
      names = "--candidate",
      paramLabel = "B",
      required = true,
      completionCandidates = LoadOptions.BrokerNames.class,
      description = "The broker to be judged.")
  private String candidate;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "Most pairs of runs, from 6 on; 20 unless given.")
  private Integer pairs;

  @Option(
      names = "--budget",
      paramLabel = "D",
      converter = ScenarioOptions.DurationConverter.class,
      description = "Longest time for all of them; 20m unless given.")
  private Duration budget;

  @Option(
      names = "--baselines",
      paramLabel = "DIR",
      defaultValue = "baselines",
      description = "Where baseline:NAME is looked for; ${DEFAULT-VALUE} unless given.")
  private Path baselines;

  @Option(
      names = "--force",
      description = "Compare with a stored baseline of other conditions all the same.")
  private boolean force;

  @Option(
      names = "--search",
      description = "Compare the rates that the brokers sustain too, by a search after each run.")
  private boolean searches;

  @Mixin private SearchOptions search = new SearchOptions();

  @Mixin private WatchOption watch = new WatchOption();

  @Mixin private GateOptions gate = new GateOptions();

  @Mixin private AgentsOption agents = new AgentsOption();

  @Mixin private LoadOptions load = new LoadOptions();

  @Mixin private ScenarioOptions options = new ScenarioOptions();

  AbCommand(Tools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws Exception {
    return agents.during(tools, this::compare);
  }

  private int compare(Tools tools) throws Exception {
    Scenario resolved = ScenarioOverrides.apply(tools.offers().scenarios().find(scenario), options);
    return watch.during(
        tools, resolved.name() + ", comparison", watched -> compare(watched, resolved));
  }

  private int compare(Tools watched, Scenario resolved) throws Exception {
    String again = WorkOptions.again(spec, resolved);
    AbRequest.Judging judging =
        new AbRequest.Judging(
            plan(resolved),
            gate.tolerances(Metrics.ofRuns().stream().map(Metric::name).toList()),
            searches
                ? SideMeasure.byRunAndSearch(
                    search.question(resolved), search.windows(resolved), watched.clock())
                : SideMeasure.byRun(),
            gate);
    RunSession.Request tried = load.request(watched, resolved, candidate, again);
    if (!isStored()) {
      AbRequest.BaselineSource live =
          AbRequest.BaselineSource.of(load.request(watched, resolved, baseline, again));
      return new AbSession(watched, new AbRequest(live, tried, judging)).run();
    }
    requireNoSearch();
    StoredBaseline stored =
        StoredBaseline.read(
            new StoredResults(new BaselineStore(baselines)), List.of(baseline), force);
    stored.requireConditions(tried, watched.terminal());
    AbRequest.Judging shortened = judging.withPlan(stored.limited(judging.plan()));
    return new AbSession(
            watched, new AbRequest(AbRequest.BaselineSource.of(stored), tried, shortened))
        .run();
  }

  /** A folder may be called like a broker: then the broker is meant. */
  private boolean isStored() {
    return StoredResults.isStored(baseline)
        && tools.offers().brokers().stream().noneMatch(broker -> broker.accepts(baseline));
  }

  private void requireNoSearch() {
    if (searches) {
      throw new DefinitionException(
          "--search: not with a stored baseline; brokerbench compare takes stored searches");
    }
  }

  private AbPlan plan(Scenario resolved) {
    try {
      AbPlan plan =
          AbPlan.asked(
              pairs == null ? AbPlan.USUAL_PAIRS : pairs,
              budget == null ? AbPlan.USUAL_BUDGET : budget,
              resolved.workload().seed());
      Duration run = resolved.phases().warmUp().plus(resolved.phases().steady());
      plan.requireRoomFor(searches ? run.plus(search.windows(resolved).least()) : run);
      return plan;
    } catch (DefinitionException e) {
      throw e.field().isPresent() ? new DefinitionException("--" + e.getMessage(), e) : e;
    }
  }
}
