package io.brokerbench.cli;

import io.brokerbench.cli.option.ClusterOptions;
import io.brokerbench.cli.option.ScenarioOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Figures;
import io.brokerbench.core.cluster.ClusterProvider;
import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.worker.AgentPool;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.report.text.Paragraph;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Whether agents on other machines carry the clients. */
final class AgentsOption {

  private static final Duration WAIT = Duration.ofSeconds(30);

  /** What means this machine alone, and what to do instead. */
  private static final Map<String, String> ALONE =
      Map.of(
          "--workers", "not with --agents; start more agents on a machine",
          "--sources", "not with --agents; give each agent its own",
          "--fault", "not with --agents; one process follows what a fault leaves behind");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--agents",
      paramLabel = "N",
      description = "Let N agents of a cluster carry the clients; see brokerbench agent.")
  private Integer agents;

  @Option(
      names = "--agents-wait",
      paramLabel = "D",
      converter = ScenarioOptions.DurationConverter.class,
      description = "Longest wait for agents to be there and free (default: 30s).")
  private Duration wait;

  @Option(
      names = "--clock-error",
      paramLabel = "D",
      converter = ScenarioOptions.DurationConverter.class,
      description =
          "Also time messages between agents whose clock errors add up to at most this (default:"
              + " only messages within one agent).")
  private Duration clockError;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  /**
   * Does it, with agents if that is asked for.
   *
   * @throws DefinitionException if an option is out of its limits, or means nothing without agents
   */
  int during(CommandContext context, CommandAction work) throws Exception {
    if (agents == null) {
      if (wait != null || clockError != null || cluster.given()) {
        throw new DefinitionException("--agents: is missing, and other options are about agents");
      }
      return work.with(context);
    }
    requireNoneOf("--workers", "--sources", "--fault");
    Terminal terminal = context.terminal();
    try (AgentPool agentPool =
        ClusterProvider.load()
            .reserve(
                cluster.settings(System.getenv()),
                order(),
                note -> terminal.say(Paragraph.LABEL.formatted("agents") + note))) {
      agentPool.members().forEach(member -> terminal.say(line(member)));
      return work.with(
          context.withRigs(around(context.rigs(), agentPool)).withLimits(AgentsOption::unlimited));
    }
  }

  /** Before any agent is waited for. */
  private void requireNoneOf(String... options) {
    for (String option : options) {
      if (command.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new DefinitionException(option + ": " + ALONE.get(option));
      }
    }
  }

  private ClusterProvider.Order order() {
    return new ClusterProvider.Order(
        agents, wait == null ? WAIT : wait, clockError == null ? Duration.ZERO : clockError);
  }

  private static String line(PooledAgent member) {
    return Paragraph.LABEL.formatted("agent")
        + "%s on %s, %d cores, up to %s connections to one address"
            .formatted(
                member.name(), member.host(), member.cores(), Figures.count(member.toOneAddress()));
  }

  private static RigFactory around(RigFactory rigs, AgentPool agentPool) {
    return (scenario, broker, driver, settings, listener) -> {
      return rigs.create(scenario, broker, driver, settings.withAgentPool(agentPool), listener);
    };
  }

  /** The agents know theirs; this process carries no clients. */
  private static MachineLimits unlimited() {
    return new MachineLimits(Optional.empty(), OptionalLong.empty(), OptionalLong.empty());
  }
}
