package io.brokerbench.core.recipe;

import com.fasterxml.jackson.core.JsonPointer;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.definition.LocatedTree;
import io.brokerbench.core.recipe.RecipeOption.Kind;
import io.brokerbench.core.recipe.RecipePart.Condition;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
  private static final Pattern RELEASE = Pattern.compile("\\d{1,4}\\.\\d{1,4}");
  private static final Set<String> OWN_OPTIONS = Set.of("command", "image", "config");
  private static final int PORTS = 65_535;

  /**
   * Checks all.
   *
   * @throws DefinitionException which names file, line, path and limit
   */
  void check() {
    protocol();
    started();
    names();
    recipe.image().ifPresent(this::image);
    new RecipeTexts(tree, recipe).check();
    recipe.options().orElse(Map.of()).forEach(this::usual);
    program();
    patterns();
    ending();
    reports();
    capabilities();
  }

  private DefinitionException error(List<String> path, String problem) {
    return error(tree, path, problem);
  }

  /** What is wrong at a path, which the message names. */
  static DefinitionException error(LocatedTree tree, List<String> path, String problem) {
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

  private void started() {
    if (recipe.program().isPresent() == recipe.image().isPresent()) {
      String given = recipe.image().isPresent() ? "both are there" : "none is there";
      throw error(List.of("image"), "a program or an image; " + given);
    }
  }

  /** What is there for programs alone, and its own names. */
  private void image(RecipeImage image) {
    List<String> path = List.of("image");
    only(recipe.ports(), List.of("ports"), "image.ports has the ports of a container");
    only(recipe.stop(), List.of("stop"), "a container is removed; it has no stop");
    only(recipe.version().command(), List.of("version", "command"), "no command in a container");
    only(recipe.mistake(), List.of("mistake"), "only with a program");
    if (!RecipeImage.NAME.matcher(image.name()).matches()) {
      throw error(below(path, "name"), "the name of an image; not " + image.name());
    }
    List<RecipePart> parts = recipe.parts().orElse(List.of());
    for (int i = 0; i < parts.size() && image.arguments().isEmpty(); i++) {
      only(
          parts.get(i).arguments(),
          List.of("parts", "" + i, "arguments"),
          "only with image.arguments, as they would take the place of the image's own");
    }
    recipe.options().orElse(Map.of()).entrySet().stream()
        .filter(option -> option.getValue().kind().orElse(Kind.TEXT) != Kind.TEXT)
        .findFirst()
        .ifPresent(
            option -> {
              throw error(
                  List.of("options", option.getKey(), "kind"),
                  "TEXT; a container does not see the files of this machine");
            });
    image
        .ports()
        .orElse(Map.of())
        .forEach(
            (name, port) -> {
              List<String> at = below(below(path, "ports"), name);
              if (!RecipeImage.USUAL_PORTS.containsKey(name) && !NAME.matcher(name).matches()) {
                throw error(at, "a name of letters and digits");
              }
              if (port < 1 || port > PORTS) {
                throw error(at, "between 1 and " + PORTS + "; not " + port);
              }
            });
  }

  private void only(Optional<?> value, List<String> path, String problem) {
    if (value.isPresent()) {
      throw error(path, problem);
    }
  }

  private void names() {
    List<String> ports = recipe.ports().orElse(List.of());
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
            "a name of letters and digits; command, image and config are taken");
      }
    }
    for (String value : recipe.values().orElse(Map.of()).keySet()) {
      if (!NAME.matcher(value).matches()) {
        throw error(List.of("values", value), "a name of letters and digits");
      }
    }
  }

  private static boolean reserved(String port) {
    return port.equals("mqtt")
        || List.of(Condition.values()).stream().anyMatch(each -> each.word().equals(port));
  }

  private void usual(String name, RecipeOption option) {
    if (option.usual().isPresent()
        && option.kind().filter(kind -> kind != RecipeOption.Kind.TEXT).isPresent()
        && option.usual().get().isBlank()) {
      throw error(List.of("options", name, "usual"), "the path of a file or folder");
    }
  }

  static List<String> below(List<String> path, String key) {
    List<String> inner = new ArrayList<>(path);
    inner.add(key);
    return inner;
  }

  private void program() {
    if (recipe.program().isEmpty()) {
      return;
    }
    String command = recipe.program().get().command();
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
    List<String> mistake = List.of("mistake");
    if (recipe.mistake().isPresent()) {
      if (pattern(mistake, recipe.mistake().get()).matcher("").groupCount() != 2) {
        throw error(mistake, "a regular expression with two groups, the reason and the line");
      }
      if (recipe.fileOfLines().isEmpty()) {
        throw error(mistake, "no file has the placeholder ${parts}");
      }
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
        .ifPresent(
            http -> {
              List<String> at = List.of("reports", "http");
              List<Reports.Place> places = places(http);
              page(at, http.port(), places.stream().map(Reports.Place::path).toList());
              places.forEach(place -> pointer(at, place.pointer()));
            });
    reports
        .prometheus()
        .ifPresent(
            page -> page(List.of("reports", "prometheus"), page.port(), List.of(page.path())));
  }

  private void page(List<String> at, String port, List<String> paths) {
    List<String> ports = recipe.otherPorts();
    if (!ports.contains(port)) {
      String where = recipe.image().isPresent() ? "image.ports" : "ports";
      throw error(
          below(at, "port"), "a name in %s, which are %s; not %s".formatted(where, ports, port));
    }
    if (!paths.stream().allMatch(path -> path.startsWith("/"))) {
      throw error(at, "each path begins with a slash");
    }
    for (String path : paths) {
      try {
        URI.create("http://host" + path);
      } catch (IllegalArgumentException e) {
        throw error(at, "paths as in a URL, with %20 for a space; not " + path);
      }
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
    for (Map.Entry<Capability, String> since : recipe.since().orElse(Map.of()).entrySet()) {
      List<String> at = List.of("since", since.getKey().name());
      if (!claimed.contains(since.getKey())) {
        throw error(at, "one of capabilities; " + since.getKey() + " is none of them");
      }
      if (!RELEASE.matcher(since.getValue()).matches()) {
        throw error(at, "a release such as 3.13; not " + since.getValue());
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
    List<String> texts = new ArrayList<>(recipe.words());
    texts.addAll(recipe.variables().values());
    recipe.allFiles().forEach(file -> texts.add(file.getValue()));
    texts.addAll(recipe.values().orElse(Map.of()).values());
    for (RecipePart part : recipe.parts().orElse(List.of())) {
      part.lines().ifPresent(texts::add);
      texts.addAll(part.arguments().orElse(List.of()));
      texts.addAll(part.environment().orElse(Map.of()).values());
      texts.addAll(part.values().orElse(Map.of()).values());
    }
    texts.forEach(text -> used.addAll(new Template(text).names()));
    return used;
  }

  /** All places in pages of JSON. */
  private static List<Reports.Place> places(Reports.Http http) {
    List<Reports.Place> places = new ArrayList<>(http.queued().orElse(List.of()));
    places.addAll(http.kept().orElse(List.of()));
    http.connections().ifPresent(places::add);
    http.memory().ifPresent(places::add);
    return places;
  }

  private void pointer(List<String> at, String pointer) {
    try {
      JsonPointer.compile(pointer);
    } catch (IllegalArgumentException e) {
      throw error(at, "pointers as /a/b of RFC 6901; not " + pointer);
    }
  }
}
