package io.brokerbench.cli;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.option.ClusterOptions;
import io.brokerbench.cli.option.UnusedOptions;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.cluster.ClusterProvider;
import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.AgentPool;
import io.brokerbench.report.text.Paragraph;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Whether agents on other machines carry the clients. */
@Grouped(HelpGroup.AGENTS)
final class AgentsOption {

  /** This machine carries the clients. */
  static final AgentsOption NONE = new AgentsOption();

  private static final Duration WAIT = Duration.ofSeconds(30);

  /** What means this machine alone, and what to do instead. */
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Sets("agents")
  @Option(
      names = "--agents",
      paramLabel = "N",
      description = "Let N agents of a cluster carry the clients; see brokerbench agent.")
  private Integer agents;

  @Sets("agentsWait")
  @Option(
      names = "--agents-wait",
      paramLabel = "DURATION",
      description = "Maximum wait for agents to be there and free (default: 30s).")
  private Duration wait;

  @Sets("clockError")
  @Option(
      names = "--clock-error",
      paramLabel = "DURATION",
      description =
          "Also time messages between agents whose clock errors add up to at most this (default:"
              + " only messages within one agent).")
  private Duration clockError;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  /**
   * Makes sure, before any agent is waited for, that the options go together.
   *
   * @throws DefinitionException if one is out of its limits, or means nothing without agents
   */
  void requireUsable() {
    if (agents != null) {
      order();
      cluster.settings(System.getenv());
      UnusedOptions alone = new UnusedOptions(command);
      alone.refuse("not with --agents; start more agents on a machine", "--workers");
      alone.refuse("not with --agents; give each agent its own", "--sources");
    } else if (command != null && ofAgents().anyMatch(new UnusedOptions(command)::isGiven)) {
      throw DefinitionException.about(
          "--agents", "is missing, and other options are about agents", null);
    }
  }

  /** Where the environment or a file has them, they are for those runs that have agents. */
  private static Stream<String> ofAgents() {
    return CommandSpec.forAnnotatedObject(new AgentsOption()).options().stream()
        .map(OptionSpec::longestName);
  }

  /** How many agents are asked for; empty where this machine carries the clients. */
  OptionalInt count() {
    return agents == null ? OptionalInt.empty() : OptionalInt.of(agents);
  }

  /** The agents that carry the clients; empty where this machine does. */
  Optional<AgentPool> reserve(Terminal terminal) throws RunException, InterruptedException {
    if (agents == null) {
      return Optional.empty();
    }
    AgentPool pool =
        ClusterProvider.load()
            .reserve(
                cluster.settings(System.getenv()),
                order(),
                note -> terminal.say(Paragraph.LABEL.formatted("agents") + note));
    pool.members().forEach(member -> terminal.say(line(member)));
    return Optional.of(pool);
  }

  private ClusterProvider.Order order() {
    return new ClusterProvider.Order(
        agents, wait == null ? WAIT : wait, clockError == null ? Duration.ZERO : clockError);
  }

  private static String line(PooledAgent member) {
    return Paragraph.LABEL.formatted("agent")
        + "%s on %s, %s, up to %s connections to one address"
            .formatted(
                member.name(),
                member.host(),
                NumberText.counted(member.cores(), "core"),
                NumberText.count(member.toOneAddress()));
  }
}
