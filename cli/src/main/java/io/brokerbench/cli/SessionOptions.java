package io.brokerbench.cli;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.live.LiveView;
import io.brokerbench.cli.live.MeterPush;
import io.brokerbench.cli.live.MetricsServer;
import io.brokerbench.cli.live.RunMeters;
import io.brokerbench.cli.live.WatchServer;
import io.brokerbench.cli.option.StartOptions;
import io.brokerbench.cli.option.UnusedOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.CommandSession;
import io.brokerbench.cli.session.SessionSettings;
import io.brokerbench.cli.terminal.LaunchCommand;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.worker.AgentPool;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.report.text.Paragraph;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every command that measures: where results go, and what shows runs meanwhile. */
@Grouped(HelpGroup.RESULTS)
final class SessionOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Grouped(HelpGroup.MOST_USED)
  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Where the result folder is made (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Grouped(HelpGroup.MOST_USED)
  @Option(names = "--json", description = "Print the result document, and nothing else.")
  private boolean json;

  @Option(
      names = "--plain",
      description =
          "Print occasional status lines instead of live progress; automatic when there is no"
              + " terminal.")
  private boolean plain;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print the result and errors only.")
  private boolean quiet;

  @Option(
      names = "--dry-run",
      description =
          "Print what would be run, on which broker, with which clients and for how long; start"
              + " nothing.")
  private boolean dryRun;

  @Option(
      names = "--prometheus",
      paramLabel = "PORT",
      description = "Serve live meters at http://127.0.0.1:PORT/metrics; 0 chooses a free port.")
  private Integer metricsPort;

  @Option(
      names = "--otlp",
      paramLabel = "URL",
      description = "Send live meters to OpenTelemetry, such as http://127.0.0.1:4318/v1/metrics.")
  private String otlp;

  @Option(
      names = "--influx",
      paramLabel = "URL",
      description = "Send live meters to InfluxDB, such as http://127.0.0.1:8086?db=brokerbench.")
  private String influx;

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

  /** Where result folders are made. */
  Path out() {
    return out;
  }

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
    return run(context, new Shown(title, List.of()), again, agents, session);
  }

  /**
   * What live views show.
   *
   * @param title what is measured
   * @param groups of clients that run at the same time, the one that ends last first; empty without
   */
  record Shown(String title, List<String> groups) {

    /** Groups, with a title. */
    static Shown of(GroupedScenario scenario, String title) {
      String last = scenario.longest().name();
      return new Shown(
          title,
          Stream.concat(
                  Stream.of(last),
                  scenario.groups().stream()
                      .map(ClientGroup::name)
                      .filter(name -> !name.equals(last)))
              .toList());
    }
  }

  /** The same with the names of groups. */
  int run(
      CommandContext context,
      Shown shown,
      String again,
      AgentsOption agents,
      Function<SessionSettings, CommandSession<?>> session)
      throws Exception {
    agents.requireUsable();
    requireUsable(context);
    Map<String, String> environment = context.optionEnvironment().environment();
    MeterPush.requireUsable(otlp, influx, environment);
    Terminal terminal = context.terminal();
    if (dryRun) {
      requirePorts(shown);
      return session
          .apply(settings(again, LiveView.NONE, UnaryOperator.identity(), Optional.empty()))
          .printPlan(agents.count());
    }
    if (quiet) {
      terminal.beQuiet();
    }
    try (RunMeters pushed = pushed(environment, terminal::warn);
        MetricsServer metrics = metricsPort == null ? null : MetricsServer.open(metricsPort);
        RunMeters served = metrics == null ? null : new RunMeters(List.of(metrics.registry()));
        WatchServer watch =
            watchPort == null ? null : WatchServer.open(watchPort, shown.title(), shown.groups())) {
      UnaryOperator<RigFactory> observed = UnaryOperator.identity();
      LiveView liveView = LiveView.NONE;
      if (metrics != null) {
        terminal.sayAlways(Paragraph.LABEL.formatted("metrics") + metrics.url());
        observed = served::around;
      }
      if (pushed != null) {
        UnaryOperator<RigFactory> inner = observed;
        observed = rigs -> pushed.around(inner.apply(rigs));
      }
      if (watch != null) {
        terminal.sayAlways(Paragraph.LABEL.formatted("watch") + watch.url());
        UnaryOperator<RigFactory> inner = observed;
        observed = rigs -> watch.around(inner.apply(rigs));
        liveView = watch;
      }
      try (AgentPool pool = agents.reserve(terminal).orElse(null)) {
        return session.apply(settings(again, liveView, observed, Optional.ofNullable(pool))).run();
      }
    }
  }

  /** Those that a run would listen on can be had. */
  private void requirePorts(Shown shown) throws EnvironmentException {
    if (metricsPort != null) {
      MetricsServer.open(metricsPort).close();
    }
    if (watchPort != null) {
      WatchServer.open(watchPort, shown.title(), shown.groups()).close();
    }
  }

  private SessionSettings settings(
      String again,
      LiveView liveView,
      UnaryOperator<RigFactory> observe,
      Optional<AgentPool> pool) {
    return new SessionSettings(out, json, plain, again, liveView, observe, pool, start::patience);
  }

  /** Null where none are asked for, so that most commands load nothing of Micrometer. */
  private RunMeters pushed(Map<String, String> environment, Consumer<String> failures) {
    List<MeterRegistry> registries = new ArrayList<>();
    if (otlp != null) {
      registries.add(MeterPush.otlp(otlp, failures));
    }
    if (influx != null) {
      registries.add(MeterPush.influx(influx, environment, failures));
    }
    return registries.isEmpty() ? null : new RunMeters(registries);
  }

  private void requireUsable(CommandContext context) {
    UnusedOptions unused = new UnusedOptions(command);
    if (quiet && unused.isGiven("--plain") && !unused.isGiven("--quiet")) {
      quiet = false;
      context.sayLeftOut(command, "--quiet", "--plain");
    }
    if (quiet) {
      unused.refuse("not with --quiet, which prints no progress", "--plain");
    }
    if (dryRun) {
      unused.refuse("not with --dry-run, which has no result", "--json");
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
        .map(LaunchCommand::quoted)
        .collect(Collectors.joining(" ", LaunchCommand.current() + " ", ""));
  }

  private List<String> given() {
    return command.root().commandLine().getParseResult().originalArgs();
  }
}
