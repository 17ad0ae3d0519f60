package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ci/gate} does with the program that it starts; what it passes is PipelinesIT's. */
class GateScriptTest {

  private static final int STOPPED = 143;

  @TempDir private Path folder;

  private Path program;

  /** Stands for the program: it ends by a signal only, and keeps something then. */
  @BeforeEach
  void write() throws IOException {
    program = folder.resolve("program");
    Files.writeString(
        program,
        """
        #!/usr/bin/env bash
        trap 'echo kept > "%1$s/kept"; echo stopped; exit 143' TERM
        echo measuring
        echo $$ > "%1$s/begun" && mv "%1$s/begun" "%1$s/pid"
        while true; do sleep 0.1; done
        """
            .formatted(folder));
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }

  /** A runner that cancels a job may end this script alone. */
  @Test
  void aSignalEndsTheProgramTooAndItsCodeIsTheGates() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            ActionTest.PROJECT.resolve("ci/gate").toAbsolutePath().normalize().toString());
    builder.environment().put("BROKERBENCH", program.toString());
    builder.environment().put("BROKERBENCH_COMMAND", "run");
    builder.environment().put("BROKERBENCH_RESULTS", folder.resolve("results").toString());
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("console").toFile());
    Process gate = builder.start();
    try {
      await().until(() -> Files.exists(folder.resolve("pid")));
      long pid = Long.parseLong(text("pid"));

      gate.destroy();

      assertThat(gate.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(gate.exitValue()).isEqualTo(STOPPED);
      assertThat(text("kept")).isEqualTo("kept");
      assertThat(ProcessHandle.of(pid)).isEmpty();
      assertThat(text("results/console.txt")).isEqualTo("measuring\nstopped");
      assertThat(text("console")).isEqualTo("measuring\nstopped");
    } finally {
      gate.descendants().forEach(ProcessHandle::destroyForcibly);
      gate.destroyForcibly();
    }
  }

  private String text(String name) throws IOException {
    return Files.readString(folder.resolve(name)).strip();
  }
}
