package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.scenario.FaultKind;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The commands that do a fault to a broker that others run. They are in no file of a scenario. */
@Grouped(HelpGroup.FAULTS)
public final class FaultCommandOptions {

  private static final String FAULT_COMMAND = "--fault-command";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Sets("faultCommand")
  @Option(
      names = FAULT_COMMAND,
      paramLabel = "COMMAND",
      description =
          "Shell command that does the fault to a broker by its address, in place of --fault;"
              + " {node}, {host} and {port} in it stand for the node's.")
  private String inject;

  @Option(
      names = "--heal-command",
      paramLabel = "COMMAND",
      description = "Shell command that undoes it after --heal-after.")
  private String heal;

  @Option(
      names = "--sync-command",
      paramLabel = "COMMAND",
      description =
          "Shell command that ends with exit code 0 where {node} is in sync; the fault waits for"
              + " it, for 30 s at most.")
  private String sync;

  @Sets("faultLimit")
  @Option(
      names = "--fault-limit",
      paramLabel = "DURATION",
      description = "Longest time that each of these commands may take (default: 60s).")
  private Duration limit;

  /**
   * The commands; empty where none is given.
   *
   * @throws io.brokerbench.core.base.DefinitionException if options do not go together
   */
  public Optional<FaultCommands> commands() {
    UnusedOptions unused = new UnusedOptions(command);
    if (inject == null) {
      unused.refuse(
          "only with " + FAULT_COMMAND, "--heal-command", "--sync-command", "--fault-limit");
      return Optional.empty();
    }
    unused.refuse("not with " + FAULT_COMMAND + ", which is the fault", "--fault");
    return Optional.of(
        new FaultCommands(
            inject,
            Optional.ofNullable(heal),
            Optional.ofNullable(sync),
            limit == null ? FaultCommands.USUAL_LIMIT : limit));
  }

  /** What they make of a scenario. */
  public ScenarioChange change() {
    return inject == null
        ? ScenarioChange.NONE
        : ScenarioChange.set("conditions.fault.kind", FaultKind.COMMAND);
  }
}
