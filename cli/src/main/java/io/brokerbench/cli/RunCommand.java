package io.brokerbench.cli;

import io.brokerbench.core.scenario.Scenario;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
      completionCandidates = ScenarioNames.class,
      description = "Name of a built-in scenario, or path of a .yaml, .yml or .json file.")
  private String scenario;

  @Option(
      names = "--broker",
      paramLabel = "B",
      defaultValue = "embedded",
      completionCandidates = BrokerNames.class,
      description = "Where the broker comes from; ${DEFAULT-VALUE} unless given.")
  private String broker;

  @Option(
      names = "--driver",
      paramLabel = "D",
      defaultValue = "swarm",
      completionCandidates = DriverNames.class,
      description = "What makes the load; ${DEFAULT-VALUE} unless given.")
  private String driver;

  @Mixin private ScenarioOptions options = new ScenarioOptions();

  @Mixin private RigOptions rig = new RigOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Where the result folder is made; ${DEFAULT-VALUE} unless given.")
  private Path out;

  @Option(names = "--json", description = "Print the result document, and nothing else.")
  private boolean json;

  @Option(names = "--plain", description = "No live progress: a line now and then.")
  private boolean plain;

  RunCommand(Tools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws Exception {
    Scenario resolved = ScenarioOverrides.apply(tools.offers().scenarios().find(scenario), options);
    RunSession.Request request =
        new RunSession.Request(
            resolved,
            broker,
            tools.offers().broker(broker),
            tools.offers().driver(driver),
            rig.settings().withCalibration(StoredCalibration.read(tools)),
            new RunSession.Output(out, json, plain, again(resolved)));
    return new RunSession(tools, request).run();
  }

  /** The same command again, with the seed that was used. */
  private String again(Scenario resolved) {
    List<String> given = spec.root().commandLine().getParseResult().originalArgs();
    String command = given.stream().map(RunCommand::quoted).collect(Collectors.joining(" "));
    boolean seeded = given.stream().anyMatch(word -> word.matches("--seed(=.*)?"));
    String seed = seeded ? "" : " --seed " + resolved.workload().seed();
    return "./brokerbench " + command + seed;
  }

  private static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** For the completion script. */
  static final class ScenarioNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Offers.load().scenarios().list().stream().map(Scenario::name).iterator();
    }
  }

  /** For the completion script. */
  static final class BrokerNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Offers.load().brokerNames().iterator();
    }
  }

  /** For the completion script. */
  static final class DriverNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Offers.load().driverNames().iterator();
    }
  }
}
