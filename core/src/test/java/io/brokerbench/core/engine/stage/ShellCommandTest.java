package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ShellCommandTest {

  private static Optional<String> problem(String command) throws IOException {
    try (ShellCommand started =
        ShellCommand.start("it", command, Duration.ofMinutes(1), NanoClock.SYSTEM)) {
      await().until(started::isOver);
      return started.problem();
    }
  }

  @Test
  void whatEndsWithCodeZeroHasNoProblem() throws IOException {
    assertThat(problem("echo fine")).isEmpty();
  }

  /** Ctrl-C goes to all processes of a terminal's session: to the tool, and not to what heals. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aCommandHasASessionOfItsOwn(@TempDir Path folder) throws IOException {
    Path session = folder.resolve("session");
    assertThat(problem("cut -d ' ' -f 6 /proc/self/stat > " + session)).isEmpty();
    String own =
        Files.readString(Path.of("/proc/self/stat")).replaceFirst(".*\\) ", "").split(" ", -1)[3];
    assertThat(Files.readString(session)).isNotBlank().isNotEqualToIgnoringWhitespace(own);
  }

  @Test
  void aCodeAndTheLastWordsAreNamed() throws IOException {
    assertThat(problem("echo forbidden >&2; exit 3"))
        .hasValue("it ended with exit code 3: forbidden");
    assertThat(problem("exit 1")).hasValue("it ended with exit code 1, and printed nothing");
  }

  @Test
  void ofMuchThatWasPrintedTheEndIsShown() throws IOException {
    String much = "seq 200000; echo no such pod; exit 1";
    assertThat(problem(much).orElseThrow())
        .startsWith("it ended with exit code 1: ")
        .endsWith(" | 200000 | no such pod")
        .hasSizeLessThan(400);
  }
}
