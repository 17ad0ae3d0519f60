package io.brokerbench.cli;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.option.SizeOption;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.session.StudySession;
import io.brokerbench.cli.settings.OptionSources;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.session.RunTarget;
import io.brokerbench.experiment.session.StudyExperiment;
import io.brokerbench.experiment.size.MachineCapacity;
import io.brokerbench.experiment.study.Studies;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyCatalog;
import io.brokerbench.experiment.study.StudyFolder;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyVariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench study}. */
@Grouped(HelpGroup.STUDY)
@Command(
    name = "study",
    description =
        "Measure a matrix of scenarios, variants and brokers; resume one that was stopped.",
    abbreviateSynopsis = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all cells count that the brokers support",
      "1:a cell failed, lost messages or is doubtful, or the broker did not keep up; or a"
          + " threshold was crossed",
      "2:bad usage or definition",
      "3:environment problem: no cell could be measured, or none can be kept",
      "4:the cells that do not count are invalid: the generator was the limit, or other work"
    },
    footer = {
      "  brokerbench study stress --brokers process:mosquitto,embedded:artemis",
      "  brokerbench study EMBEDDED.QOS --brokers process:mosquitto --samples 30",
      "  brokerbench study EMBEDDED.HEAP --small",
      "  brokerbench study my-study.yaml --repetitions 5",
      "  brokerbench list studies"
    })
final class StudyCommand extends ContextCommand {

  private static final String USUAL_BROKER = "embedded";

  /** Options of agents that change what is measured; the others say where the agents are. */
  private static final Set<String> OF_AGENTS = Set.of("--agents", "--clock-error");

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "STUDY",
      completionCandidates = StudyNames.class,
      description = "Name of a built-in study, or path of a YAML or JSON file.")
  private String study;

  @Sets("brokers")
  @Grouped(HelpGroup.MOST_USED)
  @Option(
      names = {"-b", "--brokers", "--broker"},
      paramLabel = "BROKER,...",
      split = ",",
      completionCandidates = LoadOptions.BrokerNames.class,
      description = "Where brokers come from (default: those of the file, or embedded).")
  private List<String> brokers;

  @Sets("repetitions")
  @Grouped(HelpGroup.MOST_USED)
  @Option(
      names = "--repetitions",
      paramLabel = "N",
      description =
          "How often each cell is measured, each time on a fresh broker (default: as the study"
              + " says).")
  private Integer repetitions;

  @Sets("samples")
  @Option(
      names = "--samples",
      paramLabel = "N",
      description =
          "Samples of one second each in a repetition, in a built-in study (default: the study's).")
  private Integer samples;

  @Sets("thresholds")
  @Grouped(HelpGroup.MOST_USED)
  @Option(
      names = "--fail-if",
      paramLabel = "THRESHOLD",
      split = "\\R",
      hideParamSyntax = true,
      description =
          "Exit code 1 if a cell crosses a threshold, such as 'p99>5ms'; the cell is marked, and"
              + " its figures count; may be given more than once.")
  private List<Threshold> thresholds = List.of();

  @Option(
      names = "--small",
      description = "A built-in study in a minute, to see that it works; its figures say little.")
  private boolean small;

  @Option(
      names = "--retry-failed",
      description = "Measure failed, unsupported and invalid cells again (default: keep them).")
  private boolean retryFailed;

  @Sets("repeats")
  @Option(
      names = "--repeats",
      paramLabel = "N",
      description =
          "Maximum number of times to repeat a cell that the tool or other work held up (default:"
              + " ${DEFAULT-VALUE}).")
  private int repeats = StudyExperiment.USUAL_REPEATS;

  @Mixin private SizeOption publishedSize = new SizeOption();

  @Mixin private LoadOptions load = new LoadOptions();

  @Mixin private SessionOptions session = new SessionOptions();

  @Mixin private AgentsOption agents = new AgentsOption();

  StudyCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws Exception {
    MachineCapacity capacity = new MachineCapacity(context.limits().get());
    Optional<RunSize> asked = publishedSize.size(capacity, this::targets);
    Optional<RunSize> clients = asked.map(size -> begun(size, resolved(asked).name()));
    Study resolved = resolved(clients);
    resolved.brokers().forEach(context.providers()::broker);
    requireCarried(resolved, capacity);
    Optional<String> definition = definition();
    StudyExperiment experiment =
        new StudyExperiment(
            resolved,
            retryFailed,
            repeats,
            conditions(),
            session.again(),
            carried(clients),
            (scenario, broker) -> target(scenario, broker, capacity));
    return session.run(
        context,
        resolved.name() + ", study",
        session.again(),
        agents,
        settings -> new StudySession(context, settings, experiment, definition));
  }

  /** As it was when the study began, whatever becomes of the file. */
  private Optional<String> definition() throws IOException {
    Optional<Path> file = ScenarioFormat.fileOf(study);
    return file.isPresent() ? Optional.of(Files.readString(file.get())) : Optional.empty();
  }

  /** Of the options that were given those that the study does not hold, and cells depend on. */
  private String conditions() {
    Set<String> ofLoad = CommandSpec.forAnnotatedObject(new LoadOptions()).optionsMap().keySet();
    CommandLine.ParseResult parsed = spec.commandLine().getParseResult();
    return spec.options().stream()
        .filter(
            option ->
                ofLoad.contains(option.longestName()) || OF_AGENTS.contains(option.longestName()))
        .flatMap(
            option ->
                (parsed.hasMatchedOption(option)
                        ? Stream.of(String.join(",", option.originalStringValues()))
                        : OptionSources.of(spec).stream().flatMap(s -> s.textOf(option).stream()))
                    .map(value -> option.longestName() + "=" + value))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private RunTarget target(Scenario scenario, String broker, MachineCapacity capacity) {
    return publishedSize.withResources(load.target(context, scenario, broker), capacity);
  }

  /** Before anything is measured, as the cells of a study would fail one after the other. */
  private void requireCarried(Study study, MachineCapacity capacity) throws EnvironmentException {
    for (StudyVariant row : study.variants()) {
      for (Scenario scenario : row.plan().scenarios().toList()) {
        for (String broker : study.brokers()) {
          publishedSize.require(
              target(scenario, broker, capacity), capacity, context.terminal()::warn);
        }
      }
    }
  }

  /** On which brokers clients are counted, whatever their scenario. */
  private List<RunTarget> targets() {
    Scenario any = context.providers().scenarios().list().get(0);
    return resolved(Optional.empty()).brokers().stream()
        .map(broker -> load.target(context, any, broker))
        .toList();
  }

  /** What this machine carries changes with its memory; a study goes on as it was begun. */
  private RunSize begun(RunSize size, String name) {
    OptionalInt before = StudyFolder.devices(session.out(), name);
    return publishedSize.isThisMachines() && before.isPresent()
        ? RunSize.of(before.getAsInt())
        : size;
  }

  private static OptionalInt carried(Optional<RunSize> size) {
    return size.filter(one -> one.published().isEmpty())
        .map(one -> OptionalInt.of(one.devices()))
        .orElse(OptionalInt.empty());
  }

  private Study resolved(Optional<RunSize> clients) {
    StudySize size =
        new StudySize(
            small, samples == null ? OptionalInt.empty() : OptionalInt.of(samples), clients);
    Study found =
        Studies.load()
            .find(
                study,
                context.providers().scenarios(),
                brokers == null ? List.of(USUAL_BROKER) : brokers,
                size);
    found = brokers == null ? found : found.withBrokers(brokers);
    found = thresholds.isEmpty() ? found : found.withThresholds(thresholds);
    return repetitions == null ? found : found.withRepetitions(repetitions);
  }

  /** For the completion script. */
  static final class StudyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Studies.load().items().stream().map(StudyCatalog.Item::name).iterator();
    }
  }
}
