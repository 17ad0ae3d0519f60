package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.settings.OptionSources;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.GroupedScenarioCodec;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.figure.GroupThreshold;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options that change a scenario: one for each {@link ScenarioOption}, and {@code --set} for
 * any setting.
 */
@Grouped(HelpGroup.MOST_USED)
public final class ScenarioOptions {

  private static final String FAIL_IF = "--fail-if";
  private static final String SET = "--set";

  private final Map<ScenarioOption, ScenarioChange> options = new EnumMap<>(ScenarioOption.class);
  private final Set<ScenarioOption> unused = EnumSet.noneOf(ScenarioOption.class);
  private CommandSpec command;
  private boolean needsTls;

  @Grouped(HelpGroup.LOAD)
  @Option(
      names = {"-s", SET},
      paramLabel = "PATH=VALUE",
      split = "\\R",
      hideParamSyntax = true,
      description =
          "Any setting by its path in a scenario's file, such as session.keepAlive=30s; may be"
              + " given more than once.")
  private List<ScenarioChange> settings = List.of();

  @Option(
      names = FAIL_IF,
      paramLabel = "THRESHOLD",
      split = "\\R",
      hideParamSyntax = true,
      description =
          "Exit code 1 if a threshold is crossed, such as 'p99>5ms', 'lost>0' or"
              + " 'throughput<9000/s'; of one group with its name, such as 'telemetry: p99>5ms';"
              + " may be given more than once. docs/figures.md lists the figures.")
  private List<GroupThreshold> thresholds = List.of();

  @Spec(Spec.Target.MIXEE)
  void addTo(CommandSpec command) {
    this.command = command;
    for (ScenarioOption option : ScenarioOption.values()) {
      command.addOption(option.spec(setterOf(option)));
    }
  }

  private ISetter setterOf(ScenarioOption option) {
    return new ISetter() {
      @Override
      @SuppressWarnings("unchecked") // as the interface has it
      public <T> T set(T value) {
        if (value != null) {
          change(option, value);
        }
        return null;
      }
    };
  }

  private void change(ScenarioOption option, Object value) {
    ScenarioChange change = ScenarioChange.set(option.path(), value);
    needsTls |= value == ScenarioOption.Transports.wss;
    if (value instanceof NetworkConditions network) {
      change =
          change
              .and(option.path() + ".bitsPerSecond", network.bitsPerSecond())
              .and(option.path() + ".nodeLossFraction", network.nodeLossFraction())
              .and(option.path() + ".nodeLatency", network.nodeLatency());
    }
    options.put(option, change);
  }

  /**
   * A scenario with what was given; {@code --set} has the last word. What the scenario refuses is
   * said in terms of the option: {@code --payload 8: at least 24 bytes are required ...}.
   *
   * @throws DefinitionException if there is no such scenario
   */
  public Scenario applyTo(Scenario base) {
    return applyTo(base, ScenarioChange.NONE);
  }

  /** The same with a change that comes before. */
  public Scenario applyTo(Scenario base, ScenarioChange before) {
    return placed(() -> changed(base, before));
  }

  /** What is wrong with a path that a variable or a file has set names the place. */
  private <T> T placed(Supplier<T> change) {
    try {
      return change.get();
    } catch (DefinitionException e) {
      CommandSpec whole = command.commandLine().getCommandSpec();
      String place = OptionSources.from(whole, whole.findOption(SET));
      if (settings.isEmpty() || place.isEmpty()) {
        throw e;
      }
      throw DefinitionException.all(
          e.mistakes().stream()
              .map(
                  each ->
                      each.field().filter(field -> field.startsWith("-")).isPresent()
                          ? each
                          : new DefinitionException(each.getMessage() + place, each))
              .toList());
    }
  }

  private Scenario changed(Scenario base, ScenarioChange before) {
    Scenario changed =
        GroupThreshold.add(
            changeOf(Map.of("", base), before).applyTo(base, ScenarioOption.NAMES),
            thresholds,
            FAIL_IF);
    requireTls(List.of(changed));
    return changed;
  }

  /**
   * A scenario with groups, each of which is changed so; {@code --set groups.NAME.PATH=VALUE}
   * changes one.
   *
   * @param before a change that comes before
   */
  public GroupedScenario applyTo(GroupedScenario base, ScenarioChange before) {
    return placed(() -> changed(base, before));
  }

  private GroupedScenario changed(GroupedScenario base, ScenarioChange before) {
    Map<String, Scenario> groups =
        base.groups().stream().collect(Collectors.toMap(ClientGroup::name, ClientGroup::scenario));
    GroupedScenario changed =
        GroupThreshold.add(
            GroupedScenarioCodec.changed(base, changeOf(groups, before), ScenarioOption.NAMES),
            thresholds,
            FAIL_IF);
    requireTls(changed.groups().stream().map(ClientGroup::scenario).toList());
    return changed;
  }

  private void requireTls(List<Scenario> changed) {
    if (needsTls
        && changed.stream().allMatch(each -> each.security().clients() == Security.Clients.NONE)) {
      throw new DefinitionException(
          "--transport",
          "only for scenarios with TLS, such as those with SEC in their name; ws is without",
          ScenarioOption.Transports.wss);
    }
  }

  /**
   * What the options make of scenarios. A value of a variable or of a file is for all runs, and is
   * left out where a scenario has no use for it, or not beside what the command line says.
   */
  private ScenarioChange changeOf(Map<String, Scenario> groups, ScenarioChange before) {
    ScenarioChange given = before.and(change(this::isGiven));
    ScenarioChange all = before;
    unused.clear();
    for (Map.Entry<ScenarioOption, ScenarioChange> option : options.entrySet()) {
      if (isGiven(option.getKey())) {
        continue;
      }
      Optional<DefinitionException> useless = useless(option.getValue().and(given), groups);
      if (useless.isEmpty() || useless(given, groups).isPresent()) {
        all = all.and(option.getValue());
      } else {
        unused.add(option.getKey());
      }
    }
    return all.and(given);
  }

  private static Optional<DefinitionException> useless(
      ScenarioChange change, Map<String, Scenario> groups) {
    return groups.entrySet().stream()
        .flatMap(
            group ->
                change
                    .of(group.getKey())
                    .uselessFor(group.getValue(), ScenarioOption.NAMES)
                    .stream())
        .findFirst();
  }

  private boolean isGiven(ScenarioOption option) {
    return new UnusedOptions(command).isGiven(option.option());
  }

  private ScenarioChange change(Predicate<ScenarioOption> which) {
    return Stream.concat(
            options.entrySet().stream()
                .filter(option -> which.test(option.getKey()))
                .map(Map.Entry::getValue),
            settings.stream())
        .reduce(ScenarioChange.NONE, ScenarioChange::and);
  }

  /** What was left out of the last scenario: {@code --rate (from brokerbench.yaml:2:1)}. */
  public List<String> unused() {
    CommandSpec whole = command.commandLine().getCommandSpec();
    return unused.stream()
        .map(
            option ->
                option.option() + OptionSources.from(whole, whole.findOption(option.option())))
        .toList();
  }

  /** Whether the options give the load. */
  public boolean giveLoad() {
    return change(option -> true).changes("workload.load");
  }

  /** For the completion script. */
  public static final class CipherNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(CipherSuite.values()).map(CipherSuite::openSslName).iterator();
    }
  }
}
