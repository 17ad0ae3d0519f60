package io.brokerbench.containers.recipe;

import io.brokerbench.containers.SelectorQuery;
import io.brokerbench.containers.container.ContainerImage;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.RecipeOption;
import io.brokerbench.core.recipe.RecipeOption.Kind;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
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
 * @param image the image to start in place of the recipe's
 * @param config lines behind those of all parts
 * @param more lines behind those, which no selector sets
 * @param values of the recipe's own options, by name; files and folders by absolute paths
 */
record RecipeOptions(
    Optional<Path> command,
    Optional<String> image,
    Optional<Path> config,
    String more,
    Map<String, String> values) {

  /** None. */
  static final RecipeOptions NONE =
      new RecipeOptions(Optional.empty(), Optional.empty(), Optional.empty(), "", Map.of());

  private static final String COMMAND = "command";
  private static final String IMAGE = "image";
  private static final String CONFIG = "config";

  RecipeOptions {
    values = Map.copyOf(values);
  }

  /**
   * Reads them.
   *
   * @throws DefinitionException if one is unknown, wrong or missing; the message names the selector
   * @throws BrokerException if the usual value of one that is not set is not on this machine: the
   *     program is not installed
   */
  static RecipeOptions of(String selector, Recipe recipe) throws BrokerException {
    Map<String, RecipeOption> declared = recipe.options().orElse(Map.of());
    try {
      boolean program = recipe.program().isPresent();
      List<String> names = new ArrayList<>(List.of(program ? COMMAND : IMAGE, CONFIG));
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
      for (Map.Entry<String, RecipeOption> each : declared.entrySet()) {
        values.put(each.getKey(), value(query, each.getKey(), each.getValue(), recipe));
      }
      Optional<Path> config = query.file(CONFIG).map(Path::toAbsolutePath);
      if (config.isPresent() && recipe.fileOfLines().isEmpty()) {
        throw new DefinitionException(
            CONFIG,
            "no file of this recipe has ${parts}, where its lines would stand",
            config.get());
      }
      Optional<String> image = query.text(IMAGE).map(name -> ContainerImage.named(IMAGE, name));
      return new RecipeOptions(command, image, config, "", values);
    } catch (DefinitionException e) {
      throw new DefinitionException(selector + ": " + e.getMessage(), e);
    }
  }

  /** The same with more lines. */
  RecipeOptions with(String lines) {
    return new RecipeOptions(command, image, config, lines, values);
  }

  /** All lines behind those of the recipe's parts. */
  String lines() throws IOException {
    if (config.isEmpty()) {
      return more;
    }
    try {
      return FilledRecipe.ended(Files.readString(config.get())) + more;
    } catch (CharacterCodingException e) {
      throw new DefinitionException("config", "a file in UTF-8", config.get());
    }
  }

  private static String value(SelectorQuery query, String name, RecipeOption option, Recipe recipe)
      throws BrokerException {
    String install = recipe.installHint();
    String value =
        query
            .text(name)
            .or(option::usual)
            .orElseThrow(
                () ->
                    new DefinitionException(
                        "%s is missing: %s; add ?%s=...%s"
                            .formatted(name, option.meaning(), name, install)));
    Kind kind = option.kind().orElse(Kind.TEXT);
    if (kind == Kind.TEXT) {
      return value;
    }
    Path path = Path.of(value).toAbsolutePath();
    if (isThere(path, kind)) {
      return path.toString();
    }
    if (query.text(name).isEmpty()) {
      throw new BrokerException(
          "%s: there is no %s, %s%s, or name it: ?%s=%s"
              .formatted(recipe.title(), value, option.meaning(), install, name, kind));
    }
    String words = kind == Kind.FILE ? "file to read" : "folder";
    throw new DefinitionException(
        name, "there is no such %s; %s".formatted(words, option.meaning()), value);
  }

  private static boolean isThere(Path path, Kind kind) {
    return kind == Kind.FILE
        ? Files.isRegularFile(path) && Files.isReadable(path)
        : Files.isDirectory(path);
  }
}
