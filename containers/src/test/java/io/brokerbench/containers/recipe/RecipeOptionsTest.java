package io.brokerbench.containers.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a selector may set: a mistake is one line that names the selector. */
class RecipeOptionsTest {

  private static final String MINE =
      """
      title: Mine
      program:
        command: mine
        arguments: ["${option.home}", "${port.mqtt}"]
      options:
        home:
          meaning: where it is
          kind: FOLDER
      version:
        pattern: Mine (.+)
      capabilities: [MQTT_3_1_1]
      """;

  @TempDir private Path folder;

  @Test
  void whatASelectorNamesHasToBeThereAndToHaveItsPlace() throws Exception {
    Recipe recipe = ShippedRecipes.named("mosquitto");
    Path notExecutable = Files.createFile(folder.resolve("mosquitto"));
    assertThatThrownBy(() -> RecipeOptions.of("process:mosquitto?command=" + notExecutable, recipe))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "process:mosquitto?command=%1$s: command %1$s: a file that may be executed",
            notExecutable);
    assertThatThrownBy(() -> RecipeOptions.of("process:mosquitto?config=/no/such", recipe))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("config /no/such: there is no such file to read");
    assertThatThrownBy(() -> RecipeOptions.of("process:mosquitto?comand=x", recipe))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("process:mosquitto?comand=x: no parameter comand; did you mean command?");
    assertThatThrownBy(
            () ->
                RecipeOptions.of(
                    "recipe:amqtt?config=" + notExecutable, ShippedRecipes.named("amqtt")))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "recipe:amqtt?config=%1$s: config %1$s: no file of this recipe has ${parts}, where"
                + " its lines would stand",
            notExecutable);
  }

  @Test
  void whatASelectorLacksOrHasTooMuchIsNamed() {
    Recipe recipe = RecipeReader.read(MINE, "m.yaml");
    assertThatThrownBy(() -> RecipeOptions.of("recipe:m.yaml", recipe))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("recipe:m.yaml: home is missing: where it is; add ?home=...");
    assertThatThrownBy(() -> RecipeOptions.of("recipe:m.yaml?home=/no/such", recipe))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "recipe:m.yaml?home=/no/such: home /no/such: there is no such folder; where it is");
    assertThatThrownBy(() -> RecipeOptions.of("recipe:m.yaml?hom=x", recipe))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("recipe:m.yaml?hom=x: no parameter hom; did you mean home?");
  }

  private static final String SCRIPT =
      """
      title: Script
      program:
        command: sh
        arguments: ["${option.server}", "${option.home}", "${port.mqtt}"]
        install: apt-get install script
      options:
        server:
          meaning: the script that starts it
          kind: FILE
          usual: /no/such/server
        home:
          meaning: where it is
          kind: FOLDER
          usual: /no/such/home
      version:
        pattern: Script (.+)
      capabilities: [MQTT_3_1_1]
      """;

  /** The program that the recipe starts is a shell, which is there; the broker is an option. */
  @Test
  void anOptionWhoseUsualValueIsNotThereIsAProgramThatIsNotInstalled() throws Exception {
    Recipe recipe = RecipeReader.read(SCRIPT, "script.yaml");
    Path server = Files.createFile(folder.resolve("server"));
    assertThatThrownBy(() -> RecipeOptions.of("recipe:s.yaml", recipe))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "Script: there is no /no/such/server, the script that starts it; install it: apt-get"
                + " install script, or name it: ?server=FILE");
    assertThatThrownBy(() -> RecipeOptions.of("recipe:s.yaml?server=" + server, recipe))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "Script: there is no /no/such/home, where it is; install it: apt-get install script,"
                + " or name it: ?home=FOLDER");
    assertThatThrownBy(() -> RecipeOptions.of("recipe:s.yaml?server=/mine", recipe))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "recipe:s.yaml?server=/mine: server /mine: there is no such file to read; the script"
                + " that starts it");
    assertThat(
            RecipeOptions.of("recipe:s.yaml?server=" + server + "&home=" + folder, recipe).values())
        .containsEntry("home", folder.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "aedes, modules, npm install aedes",
    "moquette, lib, mvn dependency:copy-dependencies",
    "openmq, home, mvn dependency:get",
    "bifromq, home, unpack its distribution"
  })
  void anOptionThatIsMissingIsNamedWithTheWayToInstallIt(
      String name, String option, String install) {
    Recipe recipe = ShippedRecipes.named(name);
    assertThatThrownBy(() -> RecipeOptions.of("recipe:" + name, recipe))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("recipe:" + name + ": " + option + " is missing: ")
        .hasMessageContaining("; add ?" + option + "=...; install it: ")
        .hasMessageContaining(install);
  }
}
