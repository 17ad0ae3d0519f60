package io.brokerbench.containers.recipe;

import io.brokerbench.core.recipe.Asked;
import io.brokerbench.core.recipe.Placeholders;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.RecipePart;
import io.brokerbench.core.recipe.Template;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a recipe says for one request: the parts that hold, and all templates with their values. */
final class FilledRecipe {

  private final Recipe recipe;
  private final List<RecipePart> parts;
  private final Map<String, String> values;

  /**
   * Fills it.
   *
   * @param known values of all placeholders but those that the recipe makes itself
   * @param more lines behind those of all parts
   */
  FilledRecipe(Recipe recipe, Asked asked, Map<String, String> known, String more) {
    this.recipe = recipe;
    this.parts =
        recipe.parts().orElse(List.of()).stream()
            .filter(part -> part.when().stream().allMatch(each -> each.holds(asked)))
            .toList();
    this.values = new HashMap<>(known);
    Map<String, String> own = new LinkedHashMap<>(recipe.values().orElse(Map.of()));
    parts.forEach(part -> own.putAll(part.values().orElse(Map.of())));
    own.forEach(
        (name, text) -> values.put(Placeholders.VALUE + name, new Template(text).fill(known)));
    StringBuilder lines = new StringBuilder();
    parts.forEach(part -> part.lines().ifPresent(text -> lines.append(ended(fill(text)))));
    values.put(Placeholders.PARTS, lines.append(more).toString());
  }

  /** Text with the end of its last line, so that more can follow. */
  static String ended(String lines) {
    return lines.isEmpty() || lines.endsWith("\n") ? lines : lines + "\n";
  }

  /** Of all placeholders. */
  Map<String, String> values() {
    return values;
  }

  /** A template of the recipe with its values. */
  String fill(String text) {
    return new Template(text).fill(values);
  }

  /** The words behind the program, or those that a container runs with. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    recipe.words().forEach(text -> words.add(fill(text)));
    parts.forEach(
        part -> part.arguments().orElse(List.of()).forEach(text -> words.add(fill(text))));
    return words;
  }

  /** Environment variables by name. */
  Map<String, String> environment() {
    Map<String, String> all = new LinkedHashMap<>(recipe.variables());
    parts.forEach(part -> putAll(all, part.environment()));
    all.replaceAll((name, text) -> fill(text));
    return all;
  }

  /** Texts of files by their paths. */
  Map<String, String> files() {
    Map<String, String> all = new LinkedHashMap<>(recipe.files().orElse(Map.of()));
    parts.forEach(part -> putAll(all, part.files()));
    all.replaceAll((path, text) -> fill(text));
    return all;
  }

  private static void putAll(Map<String, String> all, Optional<Map<String, String>> more) {
    all.putAll(more.orElse(Map.of()));
  }
}
