package io.brokerbench.containers.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.recipe.Recipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShippedRecipesTest {

  private static final Path FOLDER =
      Path.of(System.getProperty("basedir", ""))
          .resolve("src/main/resources/io/brokerbench/containers/recipe");

  @Test
  void eachFileOfTheFolderIsARecipeThatCanBeNamed() throws Exception {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".yaml", "")).sorted())
          .containsExactlyElementsOf(ShippedRecipes.NAMES);
    }
    assertThat(ShippedRecipes.NAMES).allSatisfy(ShippedRecipes::named);
  }

  @Test
  void listsNameEachAndSayWhichNoCheckHasRun() {
    List<BrokerProvider> listed = new RecipeProvider().listed();
    assertThat(listed)
        .extracting(BrokerProvider::name)
        .contains("recipe:mosquitto", "recipe:FILE.yaml");
    for (String name : ShippedRecipes.NAMES) {
      Recipe recipe = ShippedRecipes.named(name);
      BrokerProvider provider = new RecipeProvider().of("recipe:" + name);
      assertThat(provider.accepts("recipe:" + name + "?config=x")).isTrue();
      assertThat(provider.description().endsWith("(untested)"))
          .isEqualTo(recipe.tested().isEmpty());
    }
  }

  @Test
  void aNameThatDoesNotExistGetsTheNearest() {
    assertThatThrownBy(() -> new RecipeProvider().of("recipe:mosquito"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("no recipe mosquito; did you mean mosquitto?");
  }
}
