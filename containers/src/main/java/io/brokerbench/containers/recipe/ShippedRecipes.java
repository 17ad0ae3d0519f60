package io.brokerbench.containers.recipe;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.RecipeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The recipes that ship with the tool. */
final class ShippedRecipes {

  /** Each is the name of a resource, without its ending. */
  static final List<String> NAMES =
      List.of(
          "aedes",
          "amqtt",
          "bifromq",
          "flashmq",
          "mochi",
          "moquette",
          "mosquitto",
          "nanomq",
          "openmq",
          "rabbitmq",
          "rmqttd",
          "rumqttd");

  private ShippedRecipes() {}

  /**
   * One of them.
   *
   * @throws DefinitionException if there is none of that name
   */
  static Recipe named(String name) {
    if (!NAMES.contains(name)) {
      throw new DefinitionException("no recipe " + name + NearestName.hintOrList(name, NAMES));
    }
    return RecipeReader.read(text(name), name + ".yaml");
  }

  private static String text(String name) {
    try (InputStream in = ShippedRecipes.class.getResourceAsStream(name + ".yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
