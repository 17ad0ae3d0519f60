package io.brokerbench.core.recipe;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.definition.LocatedTree;
import io.brokerbench.core.recipe.RecipePart.Condition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What is wrong with a recipe beyond the types of its values. The first mistake ends it.
 *
 * @param tree in which its values have their places
 * @param folder of its file; empty for one that ships with the tool
 */
record RecipeCheck(LocatedTree tree, Recipe recipe, Optional<Path> folder) {

  private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9]*");
  private static final Set<String> OWN_OPTIONS = Set.of("command", "config");

  /**
   * Checks all.
   *
   * @throws DefinitionException which names file, line, path and limit
   */
  void check() {
    protocol();
    names();
    templates();
    program();
    patterns();
    ending();
    reports();
    capabilities();
  }

  private DefinitionException error(List<String> path, String problem) {
    return tree.error(path, String.join(".", path) + ": " + problem);
  }

  private void protocol() {
    List<Capability> claimed = recipe.capabilities();
    if (!claimed.contains(Capability.MQTT_3_1_1)
        && !claimed.contains(Capability.MQTT_5)
        && !claimed.contains(Capability.AMQP)
        && !claimed.contains(Capability.JMS)) {
      throw error(List.of("capabilities"), "one of MQTT_3_1_1, MQTT_5, AMQP and JMS at least");
    }
  }

  private void names() {
    List<String> ports = ports();
    for (int i = 0; i < ports.size(); i++) {
      boolean taken = Set.copyOf(ports.subList(0, i)).contains(ports.get(i));
      if (taken || reserved(ports.get(i)) || !NAME.matcher(ports.get(i)).matches()) {
        throw error(
            List.of("ports", "" + i),
            "a name of letters and digits that no other port has; " + ports.get(i) + " is none");
      }
    }
    for (String option : recipe.options().orElse(Map.of()).keySet()) {
      if (OWN_OPTIONS.contains(option) || !NAME.matcher(option).matches()) {
        throw error(
            List.of("options", option),
            "a name of letters and digits; each recipe has command and config");
      }
    }
  }

  private static boolean reserved(String port) {
    return port.equals("mqtt")
        || List.of(Condition.values()).stream().anyMatch(each -> each.word().equals(port));
  }

  private List<String> ports() {
    return recipe.ports().orElse(List.of());
  }

  private void templates() {
    Texts texts = new Texts(new Placeholders(recipe));
    Recipe.Program program = recipe.program();
    texts.all(List.of("program", "arguments"), program.arguments(), List.of());
    texts.values(List.of("program", "environment"), program.environment(), List.of());
    texts.files(List.of("files"), recipe.files(), List.of());
    List<RecipePart> parts = recipe.parts().orElse(List.of());
    for (int i = 0; i < parts.size(); i++) {
      RecipePart part = parts.get(i);
      List<String> at = List.of("parts", "" + i);
      if (part.when().isEmpty()) {
        throw error(below(at, "when"), "at least one condition");
      }
      if (part.lines().isPresent()) {
        texts.one(below(at, "lines"), part.lines().get(), part.when(), Set.of());
      }
      texts.all(below(at, "arguments"), part.arguments(), part.when());
      texts.values(below(at, "environment"), part.environment(), part.when());
      texts.files(below(at, "files"), part.files(), part.when());
    }
    recipe.options().orElse(Map.of()).forEach(this::usual);
    recipe
        .version()
        .command()
        .ifPresent(
            words -> texts.all(List.of("version", "command"), Optional.of(words), List.of()));
    List<String> end = recipe.stop().flatMap(Recipe.Ending::command).orElse(List.of());
    for (int i = 0; i < end.size(); i++) {
      texts.one(
          List.of("stop", "command", "" + i), end.get(i), List.of(), Set.of(Placeholders.PID));
    }
    if (texts.used.contains(Placeholders.PARTS)) {
      return;
    }
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).lines().isPresent()) {
        throw error(List.of("parts", "" + i, "lines"), "no file has the placeholder ${parts}");
      }
    }
  }

  private void usual(String name, RecipeOption option) {
    if (option.usual().isPresent()
        && option.kind().filter(kind -> kind != RecipeOption.Kind.TEXT).isPresent()
        && option.usual().get().isBlank()) {
      throw error(List.of("options", name, "usual"), "the path of a file or folder");
    }
  }

  private static List<String> below(List<String> path, String key) {
    List<String> inner = new ArrayList<>(path);
    inner.add(key);
    return inner;
  }

  private void program() {
    String command = recipe.program().command();
    List<String> path = List.of("program", "command");
    if (command.isBlank()) {
      throw error(path, "the name or the path of a program");
    }
    if (command.contains("/") && folder.isPresent()) {
      Path file = folder.get().resolve(command);
      if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
        throw error(path, "a file that may be executed; " + file.normalize() + " is none");
      }
    }
  }

  private void patterns() {
    recipe
        .ready()
        .flatMap(Recipe.Readiness::log)
        .ifPresent(text -> pattern(List.of("ready", "log"), text));
    List<String> path = List.of("version", "pattern");
    if (pattern(path, recipe.version().pattern()).matcher("").groupCount() != 1) {
      throw error(path, "a regular expression with one group, the version");
    }
  }

  private Pattern pattern(List<String> path, String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw error(path, "not a regular expression: " + e.getDescription());
    }
  }

  private void ending() {
    recipe
        .stop()
        .filter(stop -> stop.signal().isPresent() && stop.command().isPresent())
        .ifPresent(
            stop -> {
              throw error(List.of("stop"), "a signal or a command, not both");
            });
    recipe
        .stop()
        .flatMap(Recipe.Ending::command)
        .filter(List::isEmpty)
        .ifPresent(
            words -> {
              throw error(List.of("stop", "command"), "a program at least");
            });
  }

  private void reports() {
    recipe
        .ready()
        .flatMap(Recipe.Readiness::http)
        .ifPresent(page -> page(List.of("ready", "http"), page.port(), List.of(page.path())));
    Reports reports =
        recipe.reports().orElse(new Reports(Optional.empty(), Optional.empty(), Optional.empty()));
    List<Optional<?>> ways = List.of(reports.sys(), reports.http(), reports.prometheus());
    long given = ways.stream().filter(Optional::isPresent).count();
    if (recipe.reports().isPresent() && given != 1) {
      throw error(List.of("reports"), "one of sys, http and prometheus");
    }
    reports
        .http()
        .ifPresent(http -> page(List.of("reports", "http"), http.port(), HttpPaths.of(http)));
    reports
        .prometheus()
        .ifPresent(
            page -> page(List.of("reports", "prometheus"), page.port(), List.of(page.path())));
  }

  private void page(List<String> at, String port, List<String> paths) {
    if (!ports().contains(port)) {
      throw error(below(at, "port"), "a name in ports, which are " + ports() + "; not " + port);
    }
    if (!paths.stream().allMatch(path -> path.startsWith("/"))) {
      throw error(at, "each path begins with a slash");
    }
  }

  private void capabilities() {
    List<String> path = List.of("capabilities");
    Set<Capability> claimed = EnumSet.noneOf(Capability.class);
    claimed.addAll(recipe.capabilities());
    if (claimed.contains(Capability.HIGH_AVAILABILITY)) {
      throw error(path, "without HIGH_AVAILABILITY; a recipe is of one node");
    }
    Set<String> used = usedAnywhere();
    for (Capability capability : claimed) {
      for (String name : Placeholders.neededFor(capability, recipe)) {
        if (!used.contains(name)) {
          throw error(path, capability + " is claimed, and nothing has ${" + name + "}");
        }
      }
    }
    recipe
        .cores()
        .filter(cores -> cores < 1)
        .ifPresent(
            cores -> {
              throw error(List.of("cores"), "at least 1; not " + cores);
            });
  }

  private Set<String> usedAnywhere() {
    Set<String> used = new HashSet<>();
    List<String> texts = new ArrayList<>();
    texts.addAll(recipe.program().arguments().orElse(List.of()));
    texts.addAll(recipe.program().environment().orElse(Map.of()).values());
    texts.addAll(recipe.files().orElse(Map.of()).values());
    for (RecipePart part : recipe.parts().orElse(List.of())) {
      part.lines().ifPresent(texts::add);
      texts.addAll(part.arguments().orElse(List.of()));
      texts.addAll(part.environment().orElse(Map.of()).values());
      texts.addAll(part.files().orElse(Map.of()).values());
    }
    texts.forEach(text -> used.addAll(new Template(text).names()));
    return used;
  }

  /** Checks templates, and remembers what they use. */
  private final class Texts {
    private final Placeholders placeholders;
    private final Set<String> used = new HashSet<>();

    Texts(Placeholders placeholders) {
      this.placeholders = placeholders;
    }

    void one(List<String> path, String text, List<Condition> when, Set<String> more) {
      placeholders
          .problem(text, when, more)
          .ifPresent(
              problem -> {
                throw error(path, problem);
              });
      used.addAll(new Template(text).names());
    }

    void all(List<String> path, Optional<List<String>> texts, List<Condition> when) {
      List<String> each = texts.orElse(List.of());
      for (int i = 0; i < each.size(); i++) {
        one(below(path, "" + i), each.get(i), when, Set.of());
      }
    }

    void values(List<String> path, Optional<Map<String, String>> texts, List<Condition> when) {
      texts.orElse(Map.of()).forEach((name, text) -> one(below(path, name), text, when, Set.of()));
    }

    void files(List<String> path, Optional<Map<String, String>> texts, List<Condition> when) {
      Map<String, String> files = texts.orElse(Map.of());
      names(path, files.keySet());
      files.forEach((name, text) -> one(below(path, name), text, when, Set.of(Placeholders.PARTS)));
    }

    private void names(List<String> path, Collection<String> names) {
      for (String name : names) {
        Path file = Path.of(name).normalize();
        if (name.isBlank() || file.isAbsolute() || file.startsWith("..")) {
          throw error(below(path, name), "a path in the broker's folder");
        }
      }
    }
  }

  /** The paths of all pages of JSON. */
  private static final class HttpPaths {
    static List<String> of(Reports.Http http) {
      List<Reports.Place> places = new ArrayList<>(http.queued().orElse(List.of()));
      places.addAll(http.kept().orElse(List.of()));
      http.connections().ifPresent(places::add);
      http.memory().ifPresent(places::add);
      return places.stream().map(Reports.Place::path).toList();
    }
  }
}
