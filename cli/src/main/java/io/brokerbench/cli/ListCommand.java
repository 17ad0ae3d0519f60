package io.brokerbench.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.brokerbench.cli.option.ScenarioFilter;
import io.brokerbench.cli.option.UnusedOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.publication.Publication;
import io.brokerbench.core.publication.Publications;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.study.Studies;
import io.brokerbench.report.text.Paragraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench list}. */
@Command(
    name = "list",
    description = "List scenarios, brokers, drivers and studies.",
    footer = {
      "  brokerbench list",
      "  brokerbench list scenarios --family FANIN --qos 1",
      "  brokerbench list scenarios shared --protocol jms",
      "  brokerbench list brokers tls",
      "  brokerbench list scenarios --json"
    })
final class ListCommand extends ContextCommand {

  private static final String SCENARIOS = "scenarios";
  private static final List<String> KINDS = List.of(SCENARIOS, "brokers", "drivers", "studies");

  /** One entry of {@code --json}. */
  record Item(
      String name,
      String description,
      List<String> has,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> published) {

    private Item(String name, String description, List<String> has) {
      this(name, description, has, Optional.empty());
    }

    /** The description, and where it was published. */
    private String text() {
      return description + published.map(where -> "; published: " + where).orElse("");
    }
  }

  private final Publications publications = Publications.load();

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "WHAT",
      completionCandidates = Kinds.class,
      description = "scenarios, brokers, drivers or studies (default: all of them).")
  private String what;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "WORD",
      description = "Only what has this word in its name, description or capabilities.")
  private String word;

  @Mixin private ScenarioFilter filter = new ScenarioFilter();

  @Option(names = "--all", description = "List each scenario, not only the families.")
  private boolean all;

  @Option(names = "--json", description = "Print a JSON document.")
  private boolean json;

  ListCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws JsonProcessingException {
    if (what != null && !KINDS.contains(what)) {
      throw new DefinitionException(
          "nothing to list by the name " + what + NearestName.hintOrList(what, KINDS));
    }
    requireUse();
    List<String> kinds = what != null ? List.of(what) : filter.given() ? List.of(SCENARIOS) : KINDS;
    if (json) {
      Map<String, List<Item>> document = new LinkedHashMap<>();
      kinds.forEach(kind -> document.put(kind, items(kind)));
      context.terminal().document(Json.mapper().writeValueAsString(document) + "\n");
    } else {
      String text =
          kinds.stream()
              .map(this::text)
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining("\n"));
      if (text.isEmpty()) {
        throw new DefinitionException("nothing matches; see brokerbench list");
      }
      context.terminal().result(text);
    }
    return ExitCode.FINE;
  }

  private void requireUse() {
    filter.requireUsable(families());
    if (what != null && !what.equals(SCENARIOS)) {
      new UnusedOptions(spec)
          .refuse("only for scenarios", "--family", "--protocol", "--qos", "--all");
    }
    if (filter.given() || word != null) {
      new UnusedOptions(spec).refuse("not with a filter, which lists each scenario", "--all");
    }
    if (json) {
      new UnusedOptions(spec).refuse("not with --json, which lists each scenario", "--all");
    }
  }

  private List<String> families() {
    return context.providers().scenarios().list().stream()
        .map(ScenarioFilter::familyOf)
        .distinct()
        .toList();
  }

  private String text(String kind) {
    List<String> lines = new ArrayList<>();
    if (kind.equals(SCENARIOS)) {
      boolean each = all || filter.given() || word != null;
      for (ScenarioCatalog catalog : context.providers().scenarios().catalogs()) {
        List<Item> found = scenarios(List.of(catalog));
        if (each && !found.isEmpty()) {
          lines.addAll(Paragraph.of("", catalog.title(), columns()));
          lines.addAll(table(found));
        }
      }
      if (!each) {
        lines.add("Scenarios: each family, and how many it has");
        lines.addAll(familyLines());
        lines.addAll(
            Paragraph.of(
                "  ",
                "each scenario: brokerbench list scenarios --all, or with --family NAME,"
                    + " --protocol, --qos or a word",
                columns()));
      }
    } else {
      List<Item> found = items(kind);
      if (!found.isEmpty()) {
        lines.add(
            switch (kind) {
              case "brokers" -> "Brokers (--broker)";
              case "studies" -> "Studies (brokerbench study)";
              default -> "Drivers (--driver)";
            });
        lines.addAll(table(found));
      }
    }
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }

  /** The families, each by the name that {@code --family} accepts. */
  private List<String> familyLines() {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    Map<String, String> about = new HashMap<>();
    for (ScenarioCatalog catalog : context.providers().scenarios().catalogs()) {
      Stream.concat(
              catalog.scenarios().stream(),
              catalog.grouped().stream().map(grouped -> grouped.groups().get(0).scenario()))
          .map(ScenarioFilter::familyOf)
          .forEach(
              family -> {
                sizes.merge(family, 1, Integer::sum);
                about.computeIfAbsent(family, catalog::about);
              });
    }
    return sizes.entrySet().stream()
        .flatMap(
            family ->
                Paragraph.of(
                    "  %-10s %5d  ".formatted(family.getKey(), family.getValue()),
                    about.get(family.getKey()),
                    columns())
                    .stream())
        .toList();
  }

  private int columns() {
    return context.terminal().columns();
  }

  private List<String> table(List<Item> items) {
    int width = items.stream().mapToInt(item -> item.name().length()).max().orElse(1);
    List<String> lines = new ArrayList<>();
    for (Item item : items) {
      String label = "  " + item.name() + " ".repeat(width - item.name().length() + 2);
      lines.addAll(Paragraph.of(label, item.text(), columns()));
      if (!item.has().isEmpty()) {
        lines.addAll(
            Paragraph.of(" ".repeat(label.length()), String.join(", ", item.has()), columns()));
      }
    }
    return lines;
  }

  private List<Item> scenarios(List<ScenarioCatalog> from) {
    return from.stream()
        .flatMap(
            catalog ->
                Stream.concat(
                    catalog.scenarios().stream().filter(filter::accepts).map(this::item),
                    catalog.grouped().stream().filter(this::accepts).map(ListCommand::item)))
        .filter(this::hasWord)
        .toList();
  }

  private boolean accepts(GroupedScenario scenario) {
    return scenario.groups().stream().map(ClientGroup::scenario).anyMatch(filter::accepts);
  }

  private static Item item(GroupedScenario scenario) {
    return new Item(
        scenario.name(),
        scenario.description(),
        scenario.groups().stream().map(group -> "group " + group.name()).toList());
  }

  private boolean hasWord(Item item) {
    String text = item.name() + " " + item.text() + " " + String.join(" ", item.has());
    return word == null || text.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT));
  }

  private List<Item> items(String kind) {
    return switch (kind) {
      case SCENARIOS -> scenarios(context.providers().scenarios().catalogs());
      case "studies" ->
          Studies.load().items().stream()
              .map(study -> new Item(study.name(), study.description(), List.of()))
              .filter(this::hasWord)
              .toList();
      case "brokers" ->
          context.providers().brokers().stream()
              .map(ListCommand::item)
              .filter(this::hasWord)
              .toList();
      default ->
          context.providers().drivers().stream()
              .map(ListCommand::item)
              .filter(this::hasWord)
              .toList();
    };
  }

  private Item item(Scenario scenario) {
    return new Item(
        scenario.name(),
        scenario.description(),
        List.of(),
        publications.of(scenario).map(Publication::title));
  }

  private static Item item(BrokerProvider broker) {
    return new Item(
        broker.name(),
        broker.description(),
        broker.capabilities().stream().sorted().map(Capability::title).toList());
  }

  private static Item item(ClientDriverProvider driver) {
    return new Item(
        driver.name(),
        driver.description(),
        driver.protocols().stream().sorted().map(Protocol::title).toList());
  }

  /** For the completion script. */
  static final class Kinds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return KINDS.iterator();
    }
  }
}
