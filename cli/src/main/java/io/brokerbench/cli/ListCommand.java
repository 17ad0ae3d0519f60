package io.brokerbench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.brokerbench.cli.option.HelpOption;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.UsageErrors;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.study.Studies;
import io.brokerbench.report.text.Paragraph;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code brokerbench list}. */
@Command(
    name = "list",
    description = "List scenarios, brokers, drivers and studies.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  brokerbench list",
      "  brokerbench list brokers",
      "  brokerbench list scenarios --json"
    })
final class ListCommand implements Callable<Integer> {

  private static final List<String> KINDS = List.of("scenarios", "brokers", "drivers", "studies");

  /** One entry of {@code --json}. */
  record Item(String name, String description, List<String> has) {}

  private final CommandContext context;

  @Mixin final HelpOption help = new HelpOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "WHAT",
      completionCandidates = Kinds.class,
      description = "scenarios, brokers, drivers or studies (default: all of them).")
  private String what;

  @Option(names = "--json", description = "Print a JSON document.")
  private boolean json;

  ListCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws JsonProcessingException {
    if (what != null && !KINDS.contains(what)) {
      throw new DefinitionException(
          "nothing to list by the name " + what + UsageErrors.hintOrList(what, KINDS));
    }
    List<String> kinds = what == null ? KINDS : List.of(what);
    if (json) {
      Map<String, List<Item>> document = new LinkedHashMap<>();
      kinds.forEach(kind -> document.put(kind, items(kind)));
      context.terminal().document(Json.mapper().writeValueAsString(document) + "\n");
    } else {
      context.terminal().result(kinds.stream().map(this::text).collect(Collectors.joining("\n")));
    }
    return ExitCode.FINE;
  }

  private String text(String kind) {
    List<String> lines = new ArrayList<>();
    if (kind.equals("scenarios")) {
      for (ScenarioCatalog catalog : context.providers().scenarios().catalogs()) {
        lines.add(catalog.title());
        lines.addAll(table(catalog.scenarios().stream().map(ListCommand::item).toList()));
      }
    } else {
      lines.add(
          switch (kind) {
            case "brokers" -> "Brokers (--broker)";
            case "studies" -> "Studies (brokerbench study)";
            default -> "Drivers (--driver)";
          });
      lines.addAll(table(items(kind)));
    }
    return String.join("\n", lines) + "\n";
  }

  private static List<String> table(List<Item> items) {
    int width = items.stream().mapToInt(item -> item.name().length()).max().orElse(1);
    List<String> lines = new ArrayList<>();
    for (Item item : items) {
      String label = "  " + item.name() + " ".repeat(width - item.name().length() + 2);
      lines.addAll(Paragraph.of(label, item.description()));
      if (!item.has().isEmpty()) {
        lines.addAll(Paragraph.of(" ".repeat(label.length()), String.join(", ", item.has())));
      }
    }
    return lines;
  }

  private List<Item> items(String kind) {
    return switch (kind) {
      case "scenarios" ->
          context.providers().scenarios().list().stream().map(ListCommand::item).toList();
      case "studies" ->
          Studies.load().items().stream()
              .map(study -> new Item(study.name(), study.description(), List.of()))
              .toList();
      case "brokers" -> context.providers().brokers().stream().map(ListCommand::item).toList();
      default -> context.providers().drivers().stream().map(ListCommand::item).toList();
    };
  }

  private static Item item(Scenario scenario) {
    return new Item(scenario.name(), scenario.description(), List.of());
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
