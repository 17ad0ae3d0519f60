package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Compose file of docs/scale-out as it stands: agents in containers that find each other by
 * DNS, with images of this machine.
 */
@Tag("containers")
class AgentsComposeIT {

  private static final String BROKER = "brokerbench/mosquitto:local";
  private static final String NAME = "bbagents" + ProcessHandle.current().pid();
  private static final long LIMIT_SECONDS = 180;

  @TempDir private Path folder;

  private List<String> compose = List.of();

  private static Process start(Path log, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(Tool.PROJECT.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "BROKERBENCH_IMAGE",
                Archive.IMAGE,
                "BROKER_IMAGE",
                BROKER,
                "OPEN_FILES",
                "4096",
                "BROKERBENCH_SECRET",
                "a secret of the test's own"));
    return builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private int call(String name, String... command) throws Exception {
    Process process = start(folder.resolve(name + ".log"), command);
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return -1;
    }
    return process.exitValue();
  }

  private int compose(String name, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(compose);
    command.addAll(List.of("-p", NAME, "-f", "docs/scale-out/compose.yaml"));
    command.addAll(List.of(arguments));
    return call(name, command.toArray(String[]::new));
  }

  private String log(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".log"), StandardCharsets.UTF_8);
  }

  private void assumeImagesAndCompose() throws InterruptedException {
    assumeTrue(
        Commands.succeeds("docker", "image", "inspect", BROKER),
        "no Docker with an image " + BROKER + " here: scripts/build-images");
    if (Commands.succeeds("docker", "compose", "version")) {
      compose = List.of("docker", "compose");
    } else if (Commands.succeeds("docker-compose", "version")) {
      compose = List.of("docker-compose");
    }
    assumeTrue(!compose.isEmpty(), "no docker compose here");
  }

  @Test
  void threeAgentsInContainersCarryTheRun() throws Exception {
    assumeImagesAndCompose();
    Archive.image();
    int code = compose("up", "up", "--no-color", "--exit-code-from", "run", "--scale", "agent=3");
    assertThat(log("up").lines().filter(line -> line.contains("reserved by"))).hasSize(3);
    // the copy on the terminal may miss the last lines, and has a line for each connection
    compose("run", "logs", "--no-color", "--no-log-prefix", "run");
    assertThat(log("run")).contains("3 workers").containsPattern("sent 1.200 .* received 1.200");
    // of a machine that is busy with this test the schedule may be beyond it; the account is not
    assertThat(code).isIn(0, Tool.INVALID);
  }

  @AfterEach
  void takeItDown() throws Exception {
    if (!compose.isEmpty()) {
      compose("down", "down", "--volumes", "--timeout", "1");
    }
  }
}
