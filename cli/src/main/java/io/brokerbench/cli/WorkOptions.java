package io.brokerbench.cli;

import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.session.OutputSettings;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.Target;
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
      completionCandidates = LoadOptions.BrokerNames.class,
      description = "Where the broker comes from (default: ${DEFAULT-VALUE}).")
  private String broker;

  @Mixin private LoadOptions load = new LoadOptions();

  /** What is measured. */
  Target target(CommandContext context, Scenario scenario) {
    return load.target(context, scenario, broker);
  }

  /**
   * What becomes of results.
   *
   * @param again command that does the same again
   */
  OutputSettings output(String again) {
    return load.output(again);
  }

  /** The same command again, with the seed that was used. */
  static String again(CommandSpec spec, Scenario resolved) {
    boolean seeded = given(spec).stream().anyMatch(word -> word.matches("--seed(=.*)?"));
    return again(spec) + (seeded ? "" : " --seed " + resolved.workload().seed());
  }

  /** The same command again. */
  static String again(CommandSpec spec) {
    return given(spec).stream()
        .map(WorkOptions::quoted)
        .collect(Collectors.joining(" ", "./brokerbench ", ""));
  }

  private static List<String> given(CommandSpec spec) {
    return spec.root().commandLine().getParseResult().originalArgs();
  }

  private static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
