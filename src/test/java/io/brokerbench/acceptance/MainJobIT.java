package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.testkit.RetryOnNoise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one run that a newcomer does first, in small, with nothing else beside it. */
class MainJobIT {

  private static final Duration FIRST_CONNECTION = Duration.ofSeconds(5);

  /** Longer, as it is to be on schedule. */
  private static final List<String> MAIN_JOB =
      List.of(
          "run",
          "FANIN.Q1.PERSISTENT.SHARED",
          "--duration=2s",
          "--warmup=2s",
          "--publishers=20",
          "--rate=500");

  @TempDir static Path mainFolder;
  private static Tool mainTool;
  private static Outcome mainRun;
  private static Path mainResult;

  @TempDir Path folder;

  @BeforeAll
  static void doTheMainJob() {
    mainTool = new Tool(mainFolder);
    mainRun = mainTool.run(MAIN_JOB);
    mainRun.wentToItsEnd();
    mainResult = mainTool.resultFolder();
  }

  /** On a busy machine it says so, and what is due to it; it never accuses the broker. */
  @Test
  void theMainJobAccusesNoBrokerAndLeavesNothingRunning() throws IOException {
    Status status = mainResultRead().verdict().status();
    assertThat(mainRun.out()).startsWith(status.toString());
    assertThat(mainRun.exitCode()).isEqualTo(status == Status.OK ? 0 : Tool.INVALID);
    if (status == Status.OK) {
      assertThat(mainRun.out()).contains("nothing lost");
    }
    assertThat(mainRun.brokerPid()).isPresent();
    mainTool.leftNothing(mainRun);
  }

  @Test
  void theClientsConnectOnceTheBrokerIsThere() {
    assertThat(mainRun.err())
        .extracting(line -> line.text().split(" ", 2)[0])
        .containsSubsequence("broker", "connected", "steady");
  }

  @Tag("release")
  @Test
  void onAQuietMachineAllIsWellAndTheFirstConnectionsAreMadeWithinFiveSecondsOfTheCall() {
    Outcome outcome = RetryOnNoise.onQuietMachine(() -> new Tool(folder).run(MAIN_JOB));
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(outcome.out()).startsWith("OK  ").contains("nothing lost");
    Call.Line connected = outcome.line("connected ").orElseThrow();
    assertThat(connected.after()).isLessThan(FIRST_CONNECTION);
  }

  private static RunResult mainResultRead() throws IOException {
    return RunResult.CODEC.read(mainResult.resolve("result.json"));
  }

  @Test
  void theResultFolderHoldsAllThatIsKnownInFormsThatOthersRead() throws IOException {
    try (Stream<Path> files = Files.list(mainResult)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "result.json",
              "timeline.csv",
              "latency.hlog",
              "scenario.yaml",
              "broker.log",
              "report.html",
              "command.txt");
    }
    assertThat(Schemas.errors(mainResult.resolve("result.json"))).isEmpty();
    RunResult result = mainResultRead();
    Runs.accusesNoBroker(result);
    assertThat(result.messages().received()).isEqualTo(2_000);
    assertThat(Files.readAllLines(mainResult.resolve("timeline.csv")))
        .hasSize(1 + result.timeline().size())
        .hasSizeGreaterThan(1);
    assertThat(histogramsOf(mainResult.resolve("latency.hlog"))).isPositive();
    assertThat(mainResult.resolve("broker.log")).content().contains("Artemis");
  }

  @Tag("release")
  @Test
  void theCommandThatIsPrintedDoesTheSameAgain() throws IOException {
    String again =
        mainRun.out().lines().filter(line -> line.startsWith("again ")).findFirst().orElseThrow();
    String[] words = again.substring("again ".length()).strip().split(" ");
    assertThat(Path.of(words[0])).isAbsolute().isExecutable().hasFileName("brokerbench");
    Tool tool = new Tool(folder);
    Outcome second = tool.run(Arrays.asList(words).subList(1, words.length));
    second.wentToItsEnd();
    assertThat(RunResult.CODEC.read(tool.resultFolder().resolve("result.json")).scenario())
        .isEqualTo(RunResult.CODEC.read(mainResult.resolve("result.json")).scenario());
  }

  @Tag("release")
  @Test
  void theScenarioInTheResultFolderRunsAndJsonPrintsTheDocumentOnly() throws IOException {
    Tool tool = new Tool(folder);
    Outcome second =
        tool.run(List.of("run", mainResult.resolve("scenario.yaml").toString(), "--json"));
    second.wentToItsEnd();
    RunResult printed = RunResult.CODEC.read(second.out());
    assertThat(printed).isEqualTo(RunResult.CODEC.read(tool.resultFolder().resolve("result.json")));
    assertThat(printed.scenario())
        .isEqualTo(RunResult.CODEC.read(mainResult.resolve("result.json")).scenario());
  }

  private static int histogramsOf(Path log) throws IOException {
    int count = 0;
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        count++;
      }
    }
    return count;
  }
}
