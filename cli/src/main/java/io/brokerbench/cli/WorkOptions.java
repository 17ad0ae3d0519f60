package io.brokerbench.cli;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that {@code run} and {@code search} share besides those of the scenario. */
final class WorkOptions {

  @Option(
      names = "--broker",
      paramLabel = "B",
      defaultValue = "embedded",
      completionCandidates = RunCommand.BrokerNames.class,
      description = "Where the broker comes from; ${DEFAULT-VALUE} unless given.")
  private String broker;

  @Option(
      names = "--driver",
      paramLabel = "D",
      defaultValue = "swarm",
      completionCandidates = RunCommand.DriverNames.class,
      description = "What makes the load; ${DEFAULT-VALUE} unless given.")
  private String driver;

  @Mixin private LimitOptions limits = new LimitOptions();

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

  /**
   * What is asked for.
   *
   * @param again command that does the same again
   */
  RunSession.Request request(Tools tools, Scenario scenario, String again) {
    BrokerProvider provider = tools.offers().broker(broker);
    return new RunSession.Request(
        scenario,
        broker,
        provider,
        limits.limits(provider),
        tools.offers().driver(driver),
        rig.settings().withCalibration(StoredCalibration.read(tools)),
        new RunSession.Output(out, json, plain, again));
  }

  /** The same command again, with the seed that was used. */
  String again(CommandSpec spec, Scenario resolved) {
    List<String> given = spec.root().commandLine().getParseResult().originalArgs();
    String command = given.stream().map(WorkOptions::quoted).collect(Collectors.joining(" "));
    boolean seeded = given.stream().anyMatch(word -> word.matches("--seed(=.*)?"));
    String seed = seeded ? "" : " --seed " + resolved.workload().seed();
    return "./brokerbench " + command + seed;
  }

  private static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
