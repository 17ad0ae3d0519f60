package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launch script of a checkout that nothing has built yet, with a stand-in for Maven that writes
 * its pid and does what a test says; and both launch scripts, with a stand-in for Java.
 */
class LaunchScriptIT {

  private static final String BUILDS_FOREVER =
      """
      echo '[INFO] Building brokerbench core 1.0     [2/18]'
      exec sleep 600
      """;

  @TempDir private Path folder;

  private Path script;
  private Path pid;

  @BeforeEach
  void layOut() throws IOException {
    script = folder.resolve("brokerbench");
    Files.copy(Tool.PROJECT.resolve("brokerbench"), script);
    Files.createDirectory(folder.resolve("bin"));
    pid = folder.resolve("maven.pid");
  }

  private Call call(String maven, String... arguments) throws IOException {
    program(folder.resolve("bin/mvn"), "echo $$ > '%s'\n%s".formatted(pid, maven));
    List<String> command =
        Stream.concat(Stream.of("bash", script.toString()), Arrays.stream(arguments)).toList();
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return new Call(builder.start(), line -> {});
  }

  @Test
  void helpBuildsNothingAndNamesTheCommands() throws IOException {
    for (String[] words : new String[][] {{}, {"help"}, {"--help"}, {"run", "--help"}, {"-h"}}) {
      try (Call call = call(BUILDS_FOREVER, words)) {
        Outcome outcome = call.end();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("run  ", "search  ", "not built yet");
      }
    }
    assertThat(pid).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
  void aSignalEndsTheBuildAndItsExitCodeSaysWhich(String signal, int exitCode) throws IOException {
    try (Call call = call(BUILDS_FOREVER, "list")) {
      assumeFalse(
          signal.equals("INT") && call.ignoresInterrupts(), "SIGINT is ignored in this process");
      assumeFalse(signal.equals("HUP") && call.ignoresHangUp(), "SIGHUP is ignored here");
      await().until(() -> Files.exists(pid) && !Files.readString(pid).isBlank());
      call.signal(signal);
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).isEqualTo(exitCode);
      assertThat(outcome.complaints())
          .containsExactly(
              "brokerbench: building (first use, about two minutes)...",
              "brokerbench: the build was stopped");
    }
    assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())))
        .as("Maven")
        .isEmpty();
  }

  @Test
  void aFailedBuildIsOneLineWithItsReason() throws IOException {
    String failing =
        """
        echo '[WARNING] /x/Other.java:[1,1] is deprecated'
        echo '[ERROR] /x/Some.java:[3,4] cannot find symbol'
        exit 1
        """;
    try (Call call = call(failing, "list")) {
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).isEqualTo(3);
      assertThat(outcome.complaints())
          .hasSize(2)
          .last()
          .asString()
          .startsWith(
              "brokerbench: the build failed: /x/Some.java:[3,4] cannot find symbol (log: ");
    }
  }

  /**
   * A launch script where memory is limited, with a stand-in for Java that starts and then does
   * what a test says.
   */
  private Call callLimited(String launcher, String java) throws IOException {
    Path runtime = Files.createDirectories(folder.resolve("runtime/bin"));
    program(runtime.resolve("java"), "case $* in *-version) exit 0 ;; esac\n" + java);
    Files.writeString(runtime.resolveSibling("release"), "JAVA_VERSION=\"17.0.1\"\n");
    Path jar = folder.resolve("cli/target/lib/brokerbench-cli.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "");
    Path called = folder.resolve(launcher.startsWith("dist") ? "bin/brokerbench" : "brokerbench");
    Files.copy(Tool.PROJECT.resolve(launcher), called, StandardCopyOption.REPLACE_EXISTING);
    ProcessBuilder builder =
        new ProcessBuilder(
                "bash", "-c", "ulimit -v 64000000 && exec \"$0\" list", called.toString())
            .directory(folder.toFile());
    builder.environment().put("JAVA_HOME", folder.resolve("runtime").toString());
    return new Call(builder.start(), line -> {});
  }

  private static void program(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"brokerbench", "dist/src/bin/brokerbench"})
  void aJvmThatIsRefusedMemoryMeanwhileIsNoVerdict(String launcher) throws IOException {
    try (Call call = callLimited(launcher, "kill -s ABRT $$")) {
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).isEqualTo(3);
      assertThat(outcome.complaints())
          .containsExactly(
              "brokerbench: out of memory: the system refused the JVM more (ulimit -v is 64000000"
                  + " KB)");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"brokerbench", "dist/src/bin/brokerbench"})
  void whereMemoryIsLimitedTheExitCodeAndTheOutputAreTheTools(String launcher) throws IOException {
    try (Call call = callLimited(launcher, "echo said; exit 4")) {
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).isEqualTo(4);
      assertThat(outcome.out()).isEqualTo("said\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "brokerbench, INT, TERM, 130",
    "dist/src/bin/brokerbench, INT, TERM, 130",
    "brokerbench, TERM, TERM, 143",
    "dist/src/bin/brokerbench, HUP, HUP, 129"
  })
  void whereMemoryIsLimitedASignalReachesTheTool(
      String launcher, String sent, String received, int exitCode) throws IOException {
    String waits =
        "trap 'echo %s; exit %d' %s\necho $$ > '%s'\nwhile :; do sleep 0.05; done"
            .formatted(received, received.equals("HUP") ? 129 : 143, received, pid);
    try (Call call = callLimited(launcher, waits)) {
      assumeFalse(sent.equals("INT") && call.ignoresInterrupts(), "SIGINT is ignored here");
      assumeFalse(sent.equals("HUP") && call.ignoresHangUp(), "SIGHUP is ignored here");
      await().until(() -> Files.exists(pid) && !Files.readString(pid).isBlank());
      call.signal(sent);
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).isEqualTo(exitCode);
      assertThat(outcome.out()).isEqualTo(received + "\n");
    }
  }
}
