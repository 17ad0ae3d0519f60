package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/check-pins} with programs in place of those that ask the network. */
class CheckPinsScriptTest {

  @TempDir private Path folder;

  private void program(String name, String script) throws Exception {
    Path program = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private String checked(int code) throws Exception {
    for (String silent : List.of("mvn", "npm", "pip", "go", "cargo")) {
      program(silent, "exit 1\n");
    }
    ProcessBuilder builder =
        new ProcessBuilder("scripts/check-pins")
            .directory(ActionTest.PROJECT.toFile())
            .redirectErrorStream(true);
    builder.environment().merge("PATH", folder.toString(), (path, ours) -> ours + ":" + path);
    builder.environment().remove("MVN");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(code);
    return said;
  }

  @Test
  void imagesAreComparedWithTheTagsOfTheirRepositories() throws Exception {
    program(
        "git",
        """
        case "$*" in
          *emqx/emqx) tags='v5.8.9 e9.9.9 6.2.2 6.3.0-rc.1' ;;
          *vernemq/vernemq) tags='2.1.1 2.2.0 20990101' ;;
          *eclipse-mosquitto/mosquitto) tags='v2.1.2 v99.0.0' ;;
          *) exit 128 ;;
        esac
        for tag in $tags; do printf '0123456789\trefs/tags/%s\n' "$tag"; done
        """);
    assertThat(checked(1))
        .containsPattern("image emqx +5\\.8\\.\\d+ +6\\.2\\.2 +held: from 5\\.9 on its clusters")
        .containsPattern("image vernemq +2\\.[\\d.]+ +2\\.2\\.0 +fine")
        .containsPattern("image mosquitto +2\\.[\\d.]+ +99\\.0\\.0 +BEHIND")
        .containsPattern("recipe mosquitto +2\\.[\\d.]+ +99\\.0\\.0 +BEHIND")
        .containsPattern("image rabbitmq +4\\.[\\d.]+ +- +not known: ");
  }

  @Test
  void whatIsHeldIsNamedWhereNothingCanBeAsked() throws Exception {
    program("git", "exit 128\n");
    assertThat(checked(0))
        .containsPattern("image emqx +5\\.8\\.\\d+ +- +held: from 5\\.9 on its clusters");
  }
}
