package io.brokerbench.containers.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.process.Executables;
import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.recipe.Recipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mistake in the user's configuration is named in the user's file, by the broker's own words. */
class MistakeTest {

  @TempDir Path folder;
  private Path mine;
  private RecipeProcess process;

  @BeforeEach
  void start() throws Exception {
    mine = Files.writeString(folder.resolve("mine.conf"), "max_keepalive 10\nfoo_bar 1\n\n");
    Path program = Files.createFile(folder.resolve("mosquitto"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Recipe recipe = ShippedRecipes.named("mosquitto");
    BrokerRequest request = BrokerRequest.of("process:mosquitto?config=" + mine);
    process =
        new RecipeProcess(
            recipe,
            RecipeOptions.of(request.selector(), recipe),
            Optional.empty(),
            new Executables(List.of(folder)));
    process.prepare(folder, request);
  }

  @Test
  void theUsersFileAndLineAreNamed() throws Exception {
    int line = Files.readAllLines(folder.resolve("mosquitto.conf")).indexOf("foo_bar 1") + 1;

    assertThat(reason("1795486577: Error: Unknown configuration variable \"foo_bar\".", line))
        .isEqualTo("Unknown configuration variable \"foo_bar\" (" + mine + ":2)");
  }

  @Test
  void aMistakeInTheRecipesOwnLinesIsAsTheBrokerSaysIt() throws Exception {
    assertThat(reason("1: Error: Unknown.", 1)).contains("Error found at ").contains(":1.");
  }

  private String reason(String error, int line) throws Exception {
    Path log =
        Files.writeString(
            folder.resolve("broker.log"),
            error + "\n1: Error found at " + folder.resolve("mosquitto.conf") + ":" + line + ".\n");
    return process.reason(new ProcessLog(log, false), folder);
  }
}
