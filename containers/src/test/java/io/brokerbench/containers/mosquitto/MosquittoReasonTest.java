package io.brokerbench.containers.mosquitto;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.process.Executables;
import io.brokerbench.containers.process.ProcessLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mistake in the user's configuration is named in the user's file, by the broker's own words. */
class MosquittoReasonTest {

  @TempDir Path folder;
  private Path mine;
  private MosquittoRecipe recipe;

  @BeforeEach
  void start() throws Exception {
    mine = Files.writeString(folder.resolve("mine.conf"), "max_keepalive 10\nfoo_bar 1\n\n");
    Files.writeString(
        folder.resolve("mosquitto.conf"),
        new MosquittoConfig("127.0.0.1", 1883, folder, "me", Files.readString(mine)).render());
    recipe =
        new MosquittoRecipe(
            Executables.INSTALLED, new MosquittoOptions(Optional.empty(), Optional.of(mine)));
  }

  @Test
  void theUsersFileAndLineAreNamed() throws Exception {
    int line = Files.readAllLines(folder.resolve("mosquitto.conf")).indexOf("foo_bar 1") + 1;

    assertThat(reason("1795486577: Error: Unknown configuration variable \"foo_bar\".", line))
        .isEqualTo("Unknown configuration variable \"foo_bar\" (" + mine + ":2)");
  }

  @Test
  void aMistakeInOurOwnLinesIsAsMosquittoSaysIt() throws Exception {
    assertThat(reason("1: Error: Unknown.", 1)).contains("Error found at ").contains(":1.");
  }

  private String reason(String error, int line) throws Exception {
    Path log =
        Files.writeString(
            folder.resolve("broker.log"),
            error + "\n1: Error found at " + folder.resolve("mosquitto.conf") + ":" + line + ".\n");
    return recipe.reason(new ProcessLog(log, false), folder);
  }
}
