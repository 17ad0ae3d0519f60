package io.brokerbench.cli;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.option.ScenarioOptions;
import io.brokerbench.cli.option.SizeOption;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.session.GroupsExperiment;
import io.brokerbench.experiment.session.RunTarget;
import io.brokerbench.experiment.size.MachineCapacity;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of what is measured, where that is one scenario on one broker. */
@Grouped(HelpGroup.MOST_USED)
final class TargetOptions {

  @Parameters(
      paramLabel = "SCENARIO",
      completionCandidates = LoadOptions.ScenarioNames.class,
      description = "Name of a built-in scenario, or path of a YAML or JSON file.")
  private String scenario;

  @Sets("broker")
  @Option(
      names = {"-b", "--broker"},
      paramLabel = "BROKER",
      defaultValue = "embedded",
      completionCandidates = LoadOptions.BrokerNames.class,
      description = "Where the broker comes from (default: ${DEFAULT-VALUE}).")
  private String broker;

  @Mixin private LoadOptions load = new LoadOptions();

  @Mixin private ScenarioOptions options = new ScenarioOptions();

  @Mixin private SizeOption size = new SizeOption();

  /**
   * What is measured.
   *
   * @throws EnvironmentException if it has a size that this machine does not carry
   */
  RunTarget target(CommandContext context) throws EnvironmentException {
    return target(context, ScenarioChange.NONE);
  }

  /**
   * What is measured where the scenario has groups.
   *
   * @param others what other options make of the groups
   * @return empty if it has none
   */
  Optional<GroupsExperiment> groups(CommandContext context, ScenarioChange others) {
    Optional<GroupedScenario> base = context.providers().scenarios().findGrouped(scenario);
    if (base.isPresent()) {
      size.refuse("not with groups, which have sizes of their own");
    }
    Optional<GroupedScenario> changed = base.map(groups -> options.applyTo(groups, others));
    options.unused().forEach(context::sayUnused);
    return changed.map(
        groups ->
            GroupsExperiment.on(
                load.target(context, groups.groups().get(0).scenario(), broker), groups));
  }

  /**
   * The same with what other options make of the scenario.
   *
   * @throws EnvironmentException likewise
   */
  RunTarget target(CommandContext context, ScenarioChange others) throws EnvironmentException {
    Scenario base = context.providers().scenarios().find(scenario);
    MachineCapacity capacity = new MachineCapacity(context.limits().get());
    Scenario sized =
        size.size(capacity, () -> List.of(load.target(context, base, broker)))
            .map(given -> given.applyTo(base))
            .orElse(base);
    Scenario changed = options.applyTo(sized, others);
    options.unused().forEach(context::sayUnused);
    RunTarget target = load.target(context, changed, broker);
    RunTarget fitted = size.withResources(target, capacity);
    size.require(fitted, capacity, context.terminal()::warn);
    return fitted;
  }
}
