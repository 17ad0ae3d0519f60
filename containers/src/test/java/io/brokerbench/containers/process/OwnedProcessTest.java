package io.brokerbench.containers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.containers.process.ChildCommand.Ending;
import io.brokerbench.containers.process.ProcessRecipe.Launch;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.Access;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OwnedProcessTest {

  private static final String PROGRAM = "sleep 60171";
  private static final String STAYS = "sleep 60172";

  private static boolean runs(String words) {
    return ProcessHandle.current()
        .descendants()
        .anyMatch(each -> each.info().commandLine().orElse("").endsWith(words));
  }

  private static Launch launch(String program, List<String> stop) {
    ChildCommand command =
        new ChildCommand(
            List.of("/bin/sh", "-c", program),
            Map.of(),
            new Ending(false, "TERM", stop, Duration.ofSeconds(30)));
    return new Launch(
        command, Readiness.line(Pattern.compile("never")), Map.of(Listener.MQTT, 1), Access.OPEN);
  }

  /** One for each broker of a study would add up. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aStopCommandThatGoesOnEndsWithItsProcess() throws Exception {
    List<String> stop = List.of("/bin/sh", "-c", "kill ${pid}; exec " + STAYS);
    String program = "exec " + PROGRAM;
    try (OwnedProcess owned = OwnedProcess.create("owned", Optional.empty())) {
      owned.launch(launch(program, stop));
      await().until(() -> runs(PROGRAM));
      owned.requestEnd();
      await().until(() -> runs(STAYS) && !runs(PROGRAM));
    }
    await().until(() -> !runs(STAYS));
    assertThat(runs(PROGRAM)).isFalse();
  }

  /** A broker is asked once with all others, and then it is closed. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessIsAskedToEndOnce(@TempDir Path folder) throws Exception {
    Path asked = folder.resolve("asked");
    List<String> stop = List.of("/bin/sh", "-c", "echo asked >> " + asked + "; kill ${pid}");
    String program = "trap 'sleep 1; exit' TERM; while :; do sleep 0.1; done";
    try (OwnedProcess owned = OwnedProcess.create("owned", Optional.empty())) {
      owned.launch(launch(program, stop));
      owned.requestEnd();
      await().until(() -> Files.exists(asked));
    }
    assertThat(asked).hasContent("asked");
  }
}
