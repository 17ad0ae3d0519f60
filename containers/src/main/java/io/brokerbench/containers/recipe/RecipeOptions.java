package io.brokerbench.containers.recipe;

import io.brokerbench.containers.SelectorQuery;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.RecipeOption;
import io.brokerbench.core.recipe.RecipeOption.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a selector sets: {@code recipe:NAME?command=FILE&config=FILE}, and the recipe's own options.
 *
 * @param command the program to start in place of the recipe's
 * @param config lines behind those of all parts
 * @param values of the recipe's own options, by name; files and folders by absolute paths
 */
record RecipeOptions(Optional<Path> command, Optional<Path> config, Map<String, String> values) {

  private static final String COMMAND = "command";
  private static final String CONFIG = "config";

  RecipeOptions {
    values = Map.copyOf(values);
  }

  /**
   * Reads them.
   *
   * @throws DefinitionException if one is unknown, wrong or missing; the message names the selector
   */
  static RecipeOptions of(String selector, Recipe recipe) {
    Map<String, RecipeOption> declared = recipe.options().orElse(Map.of());
    try {
      List<String> names = new ArrayList<>(List.of(COMMAND, CONFIG));
      names.addAll(declared.keySet());
      SelectorQuery query = SelectorQuery.of(selector, names);
      Optional<Path> command = query.file(COMMAND).map(Path::toAbsolutePath);
      command
          .filter(path -> !Files.isExecutable(path))
          .ifPresent(
              path -> {
                throw new DefinitionException(COMMAND, "a file that may be executed", path);
              });
      Map<String, String> values = new LinkedHashMap<>();
      declared.forEach((name, option) -> values.put(name, value(query, name, option)));
      return new RecipeOptions(command, query.file(CONFIG).map(Path::toAbsolutePath), values);
    } catch (DefinitionException e) {
      throw new DefinitionException(selector + ": " + e.getMessage(), e);
    }
  }

  private static String value(SelectorQuery query, String name, RecipeOption option) {
    String value =
        query
            .text(name)
            .or(option::usual)
            .orElseThrow(
                () ->
                    new DefinitionException(
                        "%s is missing: %s; add ?%s=...".formatted(name, option.meaning(), name)));
    Kind kind = option.kind().orElse(Kind.TEXT);
    if (kind == Kind.TEXT) {
      return value;
    }
    Path path = Path.of(value).toAbsolutePath();
    if (kind == Kind.FILE && !(Files.isRegularFile(path) && Files.isReadable(path))) {
      throw new DefinitionException(
          name, "there is no such file to read; " + option.meaning(), value);
    }
    if (kind == Kind.FOLDER && !Files.isDirectory(path)) {
      throw new DefinitionException(name, "there is no such folder; " + option.meaning(), value);
    }
    return path.toString();
  }
}
