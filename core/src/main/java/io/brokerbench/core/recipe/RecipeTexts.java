package io.brokerbench.core.recipe;

import static io.brokerbench.core.recipe.RecipeCheck.below;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.LocatedTree;
import io.brokerbench.core.recipe.RecipePart.Condition;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is wrong with the templates of a recipe. The first mistake ends it. */
final class RecipeTexts {

  private final LocatedTree tree;
  private final Recipe recipe;
  private final Placeholders placeholders;
  private final Set<String> used = new HashSet<>();

  /** For one recipe, whose names are right. */
  RecipeTexts(LocatedTree tree, Recipe recipe) {
    this.tree = tree;
    this.recipe = recipe;
    this.placeholders = new Placeholders(recipe);
  }

  private DefinitionException error(List<String> path, String problem) {
    return RecipeCheck.error(tree, path, problem);
  }

  /**
   * Checks all of them.
   *
   * @throws DefinitionException which names file, line, path and limit
   */
  void check() {
    String started = recipe.image().isPresent() ? "image" : "program";
    all(List.of(started, "arguments"), Optional.of(recipe.words()), List.of());
    values(List.of(started, "environment"), Optional.of(recipe.variables()), List.of());
    files(List.of("files"), recipe.files(), List.of());
    own(List.of("values"), recipe.values(), List.of());
    List<RecipePart> parts = recipe.parts().orElse(List.of());
    for (int i = 0; i < parts.size(); i++) {
      RecipePart part = parts.get(i);
      List<String> at = List.of("parts", "" + i);
      if (part.when().isEmpty()) {
        throw error(below(at, "when"), "at least one condition");
      }
      if (part.lines().isPresent()) {
        one(below(at, "lines"), part.lines().get(), part.when(), Set.of());
      }
      all(below(at, "arguments"), part.arguments(), part.when());
      values(below(at, "environment"), part.environment(), part.when());
      files(below(at, "files"), part.files(), part.when());
      own(below(at, "values"), part.values(), part.when());
    }
    recipe
        .version()
        .command()
        .ifPresent(words -> all(List.of("version", "command"), Optional.of(words), List.of()));
    List<String> end = recipe.stop().flatMap(Recipe.Ending::command).orElse(List.of());
    for (int i = 0; i < end.size(); i++) {
      one(List.of("stop", "command", "" + i), end.get(i), List.of(), Set.of(Placeholders.PID));
    }
    if (used.contains(Placeholders.PARTS)) {
      return;
    }
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).lines().isPresent()) {
        throw error(List.of("parts", "" + i, "lines"), "no file has the placeholder ${parts}");
      }
    }
  }

  private void one(List<String> path, String text, List<Condition> when, Set<String> more) {
    placeholders
        .problem(text, when, more)
        .ifPresent(
            problem -> {
              throw error(path, problem);
            });
    used.addAll(new Template(text).names());
  }

  private void all(List<String> path, Optional<List<String>> texts, List<Condition> when) {
    List<String> each = texts.orElse(List.of());
    for (int i = 0; i < each.size(); i++) {
      one(below(path, "" + i), each.get(i), when, Set.of());
    }
  }

  private void values(
      List<String> path, Optional<Map<String, String>> texts, List<Condition> when) {
    texts.orElse(Map.of()).forEach((name, text) -> one(below(path, name), text, when, Set.of()));
  }

  /** The recipe's own values, which have no other values in them; a part has none of its own. */
  private void own(List<String> path, Optional<Map<String, String>> texts, List<Condition> when) {
    Set<String> known = recipe.values().orElse(Map.of()).keySet();
    for (Map.Entry<String, String> value : texts.orElse(Map.of()).entrySet()) {
      List<String> at = below(path, value.getKey());
      if (!known.contains(value.getKey())) {
        throw error(at, "a name in values, which are %s".formatted(known));
      }
      one(at, value.getValue(), when, Set.of());
      if (new Template(value.getValue())
          .names().stream().anyMatch(name -> name.startsWith(Placeholders.VALUE))) {
        throw error(at, "no ${value.NAME} in a value");
      }
    }
  }

  private void files(List<String> path, Optional<Map<String, String>> texts, List<Condition> when) {
    Map<String, String> files = texts.orElse(Map.of());
    names(path, files.keySet());
    files.forEach((name, text) -> one(below(path, name), text, when, Set.of(Placeholders.PARTS)));
  }

  private void names(List<String> path, Collection<String> names) {
    for (String name : names) {
      Path file = Path.of(name).normalize();
      boolean inside = recipe.image().isPresent();
      if (name.isBlank() || (!inside && file.isAbsolute()) || file.startsWith("..")) {
        String or = inside ? ", or an absolute one in the container" : "";
        throw error(below(path, name), "a path in the broker's folder" + or);
      }
    }
  }
}
