package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterruptedRunIT {

  @TempDir Path folder;
  private Process process;
  private List<String> before = List.of();

  @BeforeEach
  void requireSignals() {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "signals are sent with kill");
  }

  @AfterEach
  void endProcess() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void ctrlCEndsARunInOrder() throws Exception {
    start("PT0.3S");

    signal("INT");

    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(text(process.inputReader(StandardCharsets.UTF_8))).contains("INCOMPLETE  ");
    assertThat(text(process.errorReader(StandardCharsets.UTF_8)))
        .contains("stopping: what is under way is drained")
        .contains("open brokers: 0");
    assertThat(RunResult.CODEC.read(resultFolder().resolve("result.json")).verdict().complete())
        .isFalse();
  }

  @Test
  void ctrlCWhileClientsConnectIsNoFailureOfTheEnvironment() throws Exception {
    start("connecting");

    signal("INT");

    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(text(process.inputReader(StandardCharsets.UTF_8))).isEqualTo("ready");
    assertThat(text(process.errorReader(StandardCharsets.UTF_8)))
        .contains("brokerbench: stopped before there was load: nothing was measured")
        .contains("open brokers: 0");
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "HUP, 129"})
  void sigtermAndTheEndOfTheTerminalEndARunInOrderToo(String signal, int code) throws Exception {
    if (hangUpIsIgnoredHere()) {
      before = List.of("env", "--default-signal=HUP");
    }
    start("PT0.3S");

    signal(signal);

    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(code);
    assertThat(RunResult.CODEC.read(resultFolder().resolve("result.json")).verdict().complete())
        .isFalse();
    assertThat(text(process.errorReader(StandardCharsets.UTF_8))).contains("open brokers: 0");
  }

  /** A build under nohup hands that on to all that it starts. */
  private static boolean hangUpIsIgnoredHere() throws IOException {
    Path status = Path.of("/proc/self/status");
    return Files.isReadable(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1) != 0);
  }

  /** As under nohup. */
  @Test
  void aSignalThatIsIgnoredStaysSo() throws Exception {
    before = List.of("/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "sh");
    start("PT0.3S");

    signal("HUP");
    signal("TERM");

    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(143);
  }

  @Test
  void aSecondCtrlCEndsAtOnce() throws Exception {
    start("PT60S");

    signal("INT");
    TimeUnit.MILLISECONDS.sleep(300);
    signal("INT");

    assertThat(process.waitFor(5, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(text(process.errorReader(StandardCharsets.UTF_8))).contains("open brokers: 1");
  }

  @Test
  void ctrlCKeepsThePairsOfAComparison() throws Exception {
    start("slow", "ab", "round-03-candidate-1.json");

    signal("INT");

    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(text(process.inputReader(StandardCharsets.UTF_8)))
        .contains("Stopped before its end");
    AbResult result = AbResult.CODEC.read(Files.readString(resultFolder().resolve("ab.json")));
    assertThat(result.end()).isEqualTo(AbEnd.STOPPED);
    assertThat(result.rounds()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(text(process.errorReader(StandardCharsets.UTF_8))).contains("open brokers: 0");
  }

  /** Starts a run and waits until its broker is up and its rig runs. */
  private void start(String rig) throws IOException {
    start(rig, "", "broker.log");
  }

  /** Starts a command, a run unless it is given, and waits for a file in its folder. */
  private void start(String rig, String command, String awaited) throws IOException {
    List<String> words = new ArrayList<>(before);
    words.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            InterruptedRunMain.class.getName(),
            folder.toString(),
            rig));
    if (!command.isEmpty()) {
      words.add(command);
    }
    process = new ProcessBuilder(words).start();
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .ignoreException(UncheckedIOException.class) // a file that the process renames meanwhile
        .until(() -> isThere(awaited));
  }

  /** Whatever a script starts in the background ignores SIGINT, and so do its children. */
  private boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("SigIgn:"))
          .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }
  }

  private boolean isThere(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.anyMatch(file -> file.endsWith(name));
    }
  }

  private void signal(String name) throws Exception {
    if (name.equals("INT")) {
      assumeFalse(ignoresInterrupts(), "started as a background job: SIGINT is ignored");
    }
    TimeUnit.MILLISECONDS.sleep(200); // the rig starts right after the broker
    int code =
        new ProcessBuilder("/bin/kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    assertThat(code).isZero();
  }

  private Path resultFolder() throws IOException {
    try (Stream<Path> folders = Files.list(folder)) {
      return folders.findFirst().orElseThrow();
    }
  }

  private static String text(BufferedReader reader) {
    return reader.lines().collect(Collectors.joining("\n"));
  }
}
