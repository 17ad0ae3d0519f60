package io.brokerbench.cli;

import io.brokerbench.cli.live.LiveView;
import io.brokerbench.cli.live.MetricsServer;
import io.brokerbench.cli.live.WatchServer;
import io.brokerbench.cli.option.StartOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.CommandSession;
import io.brokerbench.cli.session.SessionSettings;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.worker.AgentPool;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.report.page.LiveReport;
import io.brokerbench.report.text.Paragraph;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every command that measures: where results go, and what shows runs meanwhile. */
final class SessionOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Where the result folder is made (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(names = "--json", description = "Print the result document, and nothing else.")
  private boolean json;

  @Option(
      names = "--plain",
      description = "Print occasional status lines instead of live progress.")
  private boolean plain;

  @Option(
      names = "--prometheus",
      paramLabel = "PORT",
      description = "Serve live meters at http://127.0.0.1:PORT/metrics; 0 chooses a free port.")
  private Integer metricsPort;

  @Option(
      names = "--watch",
      arity = "0..1",
      paramLabel = "PORT",
      fallbackValue = "0",
      description =
          "Serve live charts at http://127.0.0.1:PORT/, and the report at the end (default:"
              + " a free port).")
  private Integer watchPort;

  @Mixin private StartOptions start = new StartOptions();

  /**
   * Runs a session; the exit code.
   *
   * @param title what is measured
   * @param again command that does the same again
   * @param agents who carries the clients
   * @throws DefinitionException if an option is out of its limits
   * @throws EnvironmentException if a port is taken
   */
  int run(
      CommandContext context,
      String title,
      String again,
      AgentsOption agents,
      Function<SessionSettings, CommandSession<?>> session)
      throws Exception {
    agents.requireUsable();
    Terminal terminal = context.terminal();
    try (MetricsServer metrics = metricsPort == null ? null : MetricsServer.open(metricsPort);
        WatchServer watch =
            watchPort == null
                ? null
                : WatchServer.open(watchPort, new LiveReport(title, NanoClock.SYSTEM))) {
      UnaryOperator<RigFactory> observed = rigs -> rigs;
      LiveView liveView = LiveView.NONE;
      if (metrics != null) {
        terminal.say(Paragraph.LABEL.formatted("metrics") + metrics.url());
        observed = metrics::around;
      }
      if (watch != null) {
        terminal.say(Paragraph.LABEL.formatted("watch") + watch.url());
        UnaryOperator<RigFactory> inner = observed;
        observed = rigs -> watch.around(inner.apply(rigs));
        liveView = watch;
      }
      try (AgentPool pool = agents.reserve(terminal).orElse(null)) {
        return session
            .apply(
                new SessionSettings(
                    out,
                    json,
                    plain,
                    again,
                    liveView,
                    observed,
                    Optional.ofNullable(pool),
                    start::patience))
            .run();
      }
    }
  }

  /** The same command again, with the seed that was used. */
  String again(long seed) {
    boolean seeded = given().stream().anyMatch(word -> word.matches("--seed(=.*)?"));
    return again() + (seeded ? "" : " --seed " + seed);
  }

  /** The same command again. */
  String again() {
    return given().stream()
        .map(SessionOptions::quoted)
        .collect(Collectors.joining(" ", "./brokerbench ", ""));
  }

  private List<String> given() {
    return command.root().commandLine().getParseResult().originalArgs();
  }

  private static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
