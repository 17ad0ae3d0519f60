package io.brokerbench.cli;

import io.brokerbench.cli.option.FaultCommandOptions;
import io.brokerbench.cli.option.JunitOption;
import io.brokerbench.cli.option.MarkdownOption;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.GroupsSession;
import io.brokerbench.cli.session.RunSession;
import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.experiment.session.GroupsExperiment;
import io.brokerbench.experiment.session.RunExperiment;
import io.brokerbench.experiment.session.RunTarget;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code brokerbench run}. */
@Command(
    name = "run",
    description = "Run a scenario on a broker, and report the result.",
    abbreviateSynopsis = true,
    footer = {
      "  brokerbench run FANIN.Q1.PERSISTENT.SHARED",
      "  brokerbench run FANIN.Q0.SINGLE --broker process:mosquitto --rate 50000",
      "  brokerbench run FANIN.Q1.PARTITIONS --broker mqtt://host:1883 --duration 5m",
      "  brokerbench run FANIN.Q1.PERSISTENT.SHARED --absent 0.5",
      "  brokerbench run FANIN.Q1.SHARED --fail-if 'p99>5ms' --junit run.xml \\",
      "      --markdown run.md",
      "  brokerbench run my.yaml --json > result.json",
      "  brokerbench run fleet.yaml --fail-if 'telemetry: p99>50ms'"
    })
final class RunCommand extends ContextCommand {

  @Mixin private TargetOptions options = new TargetOptions();

  @Mixin private FaultCommandOptions faults = new FaultCommandOptions();

  @Mixin private JunitOption junit = new JunitOption();

  @Mixin private MarkdownOption markdown = new MarkdownOption();

  @Mixin private SessionOptions session = new SessionOptions();

  @Mixin private AgentsOption agents = new AgentsOption();

  RunCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws Exception {
    junit.requireWritable();
    markdown.requireWritable();
    Optional<FaultCommands> commands = faults.commands();
    Optional<GroupsExperiment> groups = options.groups(context, faults.change());
    if (groups.isPresent()) {
      return run(groups.get());
    }
    RunTarget plain = options.target(context, faults.change());
    RunTarget target = plain.withSettings(plain.settings().withFaultCommands(commands));
    return session.run(
        context,
        target.scenario().name(),
        session.again(target.scenario().workload().seed()),
        agents,
        settings -> new RunSession(context, settings, new RunExperiment(target), junit, markdown));
  }

  private int run(GroupsExperiment groups) throws Exception {
    return session.run(
        context,
        SessionOptions.Shown.of(groups.scenario(), groups.scenario().name()),
        session.again(),
        agents,
        settings -> new GroupsSession(context, settings, groups, junit, markdown));
  }
}
