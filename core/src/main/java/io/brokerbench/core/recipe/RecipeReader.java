package io.brokerbench.core.recipe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.LocatedTree;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads recipes. A key that does not exist, a value of another type, a placeholder that is not
 * there and a claim that nothing sets up are refused with a {@link DefinitionException} of one
 * line: {@code my.yaml:3:3: program has no key argumnts; did you mean arguments?}
 */
public final class RecipeReader {

  private static final String WHAT = "recipe";

  private RecipeReader() {}

  /**
   * Reads a file.
   *
   * @throws DefinitionException if there is no such file, or no recipe in it
   */
  public static Recipe read(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return ScenarioCodec.readOther(
        file, WHAT, (tree, mapper) -> checked(tree, mapper, Optional.of(folder)));
  }

  /**
   * Reads a text in YAML.
   *
   * @param origin what messages call it
   * @throws DefinitionException if it is no recipe
   */
  public static Recipe read(String text, String origin) {
    return ScenarioCodec.readOther(
        text,
        ScenarioFormat.YAML,
        origin,
        WHAT,
        (tree, mapper) -> checked(tree, mapper, Optional.empty()));
  }

  private static Recipe checked(LocatedTree tree, ObjectMapper mapper, Optional<Path> folder)
      throws JsonProcessingException {
    Recipe recipe = ScenarioCodec.bind(tree, mapper, Recipe.class, WHAT);
    new RecipeCheck(tree, recipe, folder).check();
    return recipe;
  }
}
