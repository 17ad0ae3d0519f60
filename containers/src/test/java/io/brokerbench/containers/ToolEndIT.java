package io.brokerbench.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.containers.process.Executables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever ends the tool ends its broker. */
@Tag("release")
class ToolEndIT {

  private static final Duration SOON = Duration.ofSeconds(10);

  @ParameterizedTest
  @ValueSource(strings = {"embedded:artemis", "process:mosquitto"})
  void aToolThatIsKilledLeavesNoBroker(String selector) throws Exception {
    Installed.assume(selector);
    try (Tool tool = Tool.start(selector)) {
      // long enough for the thread that started it to be gone, which must not end it
      await().during(Duration.ofMillis(300)).until(() -> alive(tool.brokerPid()));
      tool.kill();
      await().atMost(SOON).until(() -> !alive(tool.brokerPid()));
    }
  }

  @Test
  void aHaltedBrokerDoesNotOutliveTheTool() throws Exception {
    assumeThat(Executables.INSTALLED.find("setpriv")).as("setpriv").isPresent();
    try (Tool tool = Tool.start("null")) {
      String pid = Long.toString(tool.brokerPid());
      assertThat(new ProcessBuilder("/bin/sh", "-c", "kill -s STOP " + pid).start().waitFor())
          .isZero();
      tool.kill();
      await().atMost(SOON).until(() -> !alive(tool.brokerPid()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded:artemis", "process:mosquitto"})
  void aToolThatIsTerminatedLeavesNeitherBrokerNorFolder(String selector) throws Exception {
    Installed.assume(selector);
    try (Tool tool = Tool.start(selector)) {
      Path folder = folderOf(tool.brokerPid());
      assertThat(folder).exists();
      tool.terminate();
      assertThat(alive(tool.brokerPid())).isFalse();
      assertThat(folder).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded:artemis", "process:mosquitto"})
  void theBrokerIsOutOfReachOfTheTerminal(String selector) throws Exception {
    Installed.assume(selector);
    try (Tool tool = Tool.start(selector)) {
      String stat = Files.readString(Path.of("/proc", Long.toString(tool.brokerPid()), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      assertThat(fields[2]).as("process group").isEqualTo(Long.toString(tool.brokerPid()));
      assertThat(fields[3]).as("session").isEqualTo(Long.toString(tool.brokerPid()));
      tool.terminate();
    }
  }

  private static boolean alive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  private static Path folderOf(long pid) throws IOException {
    return Path.of("/proc", Long.toString(pid), "cwd").toRealPath();
  }
}
