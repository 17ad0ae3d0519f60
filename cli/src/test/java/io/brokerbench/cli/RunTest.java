package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunTest {

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  @Test
  void aFineRunPrintsItsReportAndKeepsItsFiles() {
    assertThat(session.runScenario("FANIN.Q0.SHARED")).isZero();

    Path results = folder.resolve("2026-11-21T100211-FANIN.Q0.SHARED-artemis");
    assertThat(session.out())
        .startsWith("OK  10 000 msg/s kept for 10 s")
        .contains("\nresults     " + results + "/\n")
        .endsWith("again       ./brokerbench run FANIN.Q0.SHARED --out " + folder + " --seed 42\n");
    assertThat(results)
        .isDirectoryContaining("glob:**result.json")
        .isDirectoryContaining("glob:**broker.log");
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void whatWasPublishedStandsBesideWhatIsMeasured() throws IOException {
    session.runScenario("FANIN.Q0.SHARED");

    assertThat(session.out())
        .contains("\npublished   MessageSight 1.2, 2015, other hardware: sustainable throughput")
        .contains("330 000/s", "340 000/s", "380 000/s", "100 consumers");
    assertThat(folder.resolve("2026-11-21T100211-FANIN.Q0.SHARED-artemis/report.html"))
        .content()
        .contains("Published: MessageSight 1.2, 2015, other hardware: ");

    Session other = new Session(folder);
    other.runScenario("FANIN.Q1.PARTITIONS");
    assertThat(other.out()).doesNotContain("published");
  }

  @Test
  void whatHappensIsToldOnStandardError() {
    session.runScenario("FANIN.Q1.PARTITIONS");

    assertThat(session.err().lines().toList())
        .startsWith(
            "starting    embedded:artemis ...",
            "broker      Artemis 2.55.0, embedded, pid 4711, mqtt://127.0.0.1:41883",
            "scenario    1 000 publishers -> 10 consumers, each durably subscribed to a part",
            "            QoS 1, 32 B, 10 000 msg/s open load, warm-up until settled, 10 s")
        .contains("warm-up     10 s", "steady      10 s", "draining    at most 10 s")
        .anyMatch(line -> line.startsWith("connected   1 010 of 1 010 in "));
  }

  @ParameterizedTest
  @CsvSource({
    "OK,0",
    "CONTRACT_BROKEN,1",
    "DISTURBED,4",
    "BROKER_LIMITED,1",
    "FAILED,1",
    "GENERATOR_LIMITED,4"
  })
  void theVerdictDecidesTheExitCode(Verdict.Status status, int exitCode) {
    session.with(StubRig.ending(status));

    assertThat(session.runScenario("FANIN.Q0.SHARED")).isEqualTo(exitCode);
    assertThat(session.out()).contains(status.name() + "  ");
  }

  @Test
  void whereAReportCannotBeWrittenNothingIsMeasured() throws Exception {
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--junit", folder.toString()))
        .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
    assertThat(session.err())
        .isEqualTo("brokerbench: cannot write %s: it is a folder\n".formatted(folder));
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--markdown", "/dev/null")).isZero();
  }

  @Test
  void aThresholdThatIsCrossedFailsARunThatIsFine() throws Exception {
    Path xml = folder.resolve("run.xml");
    Path markdown = folder.resolve("run.md");
    int code =
        session.runScenario(
            "FANIN.Q0.SHARED",
            "--fail-if",
            "p99>500us",
            "--fail-if",
            "lost>0",
            "--junit",
            xml.toString(),
            "--markdown",
            markdown.toString());

    assertThat(code).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out())
        .startsWith("FAILED  threshold crossed: p99>500us\nOK  ")
        .contains("thresholds  CROSSED p99 end-to-end 1.0 ms, fails above 500 us; 100 % over\n")
        .contains("            kept 0 lost, fails above 0\n");
    assertThat(xml)
        .content()
        .contains("tests=\"3\" failures=\"1\"")
        .contains("name=\"p99&gt;500us\"");
    assertThat(markdown)
        .content()
        .startsWith(
            "### brokerbench: FAILED\n\nThreshold crossed: p99\\>500us.\n\nFANIN.Q0.SHARED on ")
        .contains("- CROSSED p99 end-to-end 1.0 ms, fails above 500 us; 100 % over\n- kept 0 lost");
    assertThat(folder.resolve("2026-11-21T100211-FANIN.Q0.SHARED-artemis/report.html"))
        .content()
        .contains("Thresholds", "CROSSED");
  }

  @Test
  void thresholdsThatAreKeptChangeNothing() {
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--fail-if", "throughput<1/s")).isZero();

    assertThat(session.out()).startsWith("OK  ").contains("kept throughput 1/s, fails below 1/s");
  }

  @Test
  void aRunThatSaysNothingStaysInvalidWhateverItsThresholds() {
    session.with(StubRig.ending(Verdict.Status.GENERATOR_LIMITED));

    assertThat(session.runScenario("FANIN.Q0.SHARED", "--fail-if", "p99>500us"))
        .isEqualTo(ExitCode.RUN_IS_INVALID);
    assertThat(session.out()).startsWith("GENERATOR_LIMITED");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p98>5ms | no such figure",
        "p99>5 | the limit of latency.endToEnd.p99 is a time with its unit",
        "p99 | a figure, one of < <= > >=, and a limit, such as p99>5ms"
      })
  void aThresholdThatIsNoneIsBadUsage(String threshold, String message) {
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--fail-if", threshold))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .startsWith("brokerbench: --fail-if ")
        .contains(": " + message)
        .doesNotContain("': '")
        .hasLineCount(1);
  }

  @Test
  void jsonIsTheDocumentAndNothingElse() throws Exception {
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--json")).isZero();

    RunResult printed = RunResult.CODEC.read(session.out());
    assertThat(printed).isEqualTo(RunResult.CODEC.read(resultFolder().resolve("result.json")));
  }

  @Test
  void optionsChangeTheScenario() throws Exception {
    session.runScenario(
        ("FANIN.Q1.PARTITIONS --publishers 50 --consumers 5 --rate 2500 --payload 100 --warmup 1s"
                + " --duration 3s --drain 4s --connect-timeout 5s --seed 7 --absent 0.2"
                + " --inflight 9 --arrivals poisson")
            .split(" ", -1));

    String yaml = Files.readString(resultFolder().resolve("scenario.yaml"));
    assertThat(yaml)
        .contains("publishers: 50", "consumers: 5", "bytes: 100", "seed: 7", "inFlightWindow: 9")
        .containsPattern("type: \"?poisson")
        .containsPattern("steady: \"?3s")
        .containsPattern("warmUp: \"?1s")
        .containsPattern("drainLimit: \"?4s")
        .containsPattern("connectLimit: \"?5s");
  }

  @Test
  void anySettingIsSetByItsPathAndHasTheLastWord() throws Exception {
    session.runScenario(
        "FANIN.Q1.PARTITIONS",
        "--set",
        "session.keepAlive=30s",
        "--set",
        "workload.load={type: poisson}",
        "--inflight",
        "9",
        "--set",
        "session.inFlightWindow=8");

    assertThat(Files.readString(resultFolder().resolve("scenario.yaml")))
        .contains("keepAlive: 30s", "type: poisson", "inFlightWindow: 8");
  }

  @Test
  void closedLoadAndRampsAreOptionsToo() throws Exception {
    session.runScenario("FANIN.Q0.SINGLE", "--closed", "12");
    session.runScenario(
        "FANIN.Q0.SHARED --arrivals ramp --ramp-from 10 --ramp-over 3s --rate 90".split(" ", -1));

    assertThat(yamls())
        .anySatisfy(yaml -> assertThat(yaml).contains("window: 12"))
        .anySatisfy(yaml -> assertThat(yaml).contains("from: 10").contains("to: 90"));
  }

  @Test
  void aFileRunsLikeABuiltInScenario() throws Exception {
    session.runScenario("FANIN.Q0.SHARED");
    Path file = resultFolder().resolve("scenario.yaml");

    assertThat(session.runScenario(file.toString())).isZero();
    assertThat(ScenarioCodec.read(Files.readString(file), ScenarioFormat.YAML, "x").name())
        .isEqualTo("FANIN.Q0.SHARED");
  }

  @Test
  void aDiskThatIsFullAtTheEndCostsTheFilesButNotTheReport() {
    assumeTrue(Files.exists(Path.of("/dev/full")));
    session.with(StubRig.doing(this::fillDisk));

    assertThat(session.runScenario("FANIN.Q0.SHARED")).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.out()).startsWith("OK  ").doesNotContain("results ");
    assertThat(session.err())
        .endsWith("artemis: No space left on device\n")
        .contains("\nbrokerbench: cannot write the results to ");
  }

  @Test
  void wordsWithSpacesAreQuotedInTheCommandThatRunsItAgain() {
    Path out = folder.resolve("my results");

    session.run("run", "FANIN.Q0.SHARED", "--seed=5", "--out", out.toString());

    assertThat(session.out())
        .endsWith("./brokerbench run FANIN.Q0.SHARED --seed=5 --out '" + out + "'\n");
  }

  @Test
  void onATerminalTheProgressIsLive() {
    session.onATerminal();

    assertThat(session.runScenario("FANIN.Q0.SHARED")).isZero();
    assertThat(session.err()).contains("\u001b[2K");
    assertThat(session.out()).doesNotContain("\u001b");
  }

  @Test
  void plainIsPlainOnATerminalToo() {
    session.onATerminal().runScenario("FANIN.Q0.SHARED", "--plain");

    assertThat(session.err()).doesNotContain("\u001b").contains("steady      10 s");
  }

  private void fillDisk() {
    try {
      Files.createSymbolicLink(resultFolder().resolve("result.json.part"), Path.of("/dev/full"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path resultFolder() throws IOException {
    try (Stream<Path> folders = Files.list(folder)) {
      return folders.findFirst().orElseThrow();
    }
  }

  private List<String> yamls() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.endsWith("scenario.yaml"))
          .map(
              file -> {
                try {
                  return Files.readString(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .toList();
    }
  }
}
