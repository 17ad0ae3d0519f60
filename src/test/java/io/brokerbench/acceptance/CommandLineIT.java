package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.brokerbench.core.report.Figures;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.RunResultCodec;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user does with the launch script, in small. */
class CommandLineIT {

  private static final Duration FIRST_CONNECTION = Duration.ofSeconds(5);
  private static final String[] SMALL = {
    "--duration", "1s", "--warmup", "500ms", "--publishers", "20", "--rate", "500"
  };

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
    mainRun = mainTool.runOnSchedule(MAIN_JOB);
    assertThat(mainRun.exitCode()).as("%s", mainRun).isZero();
    mainResult = mainTool.resultFolder();
  }

  @Test
  void theMainJobSaysThatAllIsWellAndLeavesNothingRunning() {
    assertThat(mainRun.out()).startsWith("OK  ").contains("nothing lost");
    assertThat(mainRun.brokerPid()).isPresent();
    assertThat(mainRun.complaints()).isEmpty();
    mainTool.leftNothing(mainRun);
  }

  @Test
  void theFirstConnectionsAreMadeWithinFiveSecondsOfTheCall() {
    Call.Line connected = mainRun.line("connected ").orElseThrow();
    assertThat(connected.after()).isLessThan(FIRST_CONNECTION);
  }

  @Test
  void theResultFolderHoldsAllThatIsKnownInFormsThatOthersRead() throws IOException {
    try (Stream<Path> files = Files.list(mainResult)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "result.json", "timeline.csv", "latency.hlog", "scenario.yaml", "broker.log");
    }
    assertThat(schemaErrors(mainResult.resolve("result.json"))).isEmpty();
    RunResult result = RunResultCodec.read(mainResult.resolve("result.json"));
    assertThat(result.verdict().status()).isEqualTo(Status.OK);
    assertThat(result.messages().received()).isEqualTo(2_000);
    assertThat(Files.readAllLines(mainResult.resolve("timeline.csv")))
        .hasSize(1 + result.timeline().size())
        .hasSizeGreaterThan(1);
    assertThat(histogramsOf(mainResult.resolve("latency.hlog"))).isPositive();
    assertThat(mainResult.resolve("broker.log")).content().contains("Artemis");
  }

  @Test
  void theCommandThatIsPrintedDoesTheSameAgain() throws IOException {
    String again =
        mainRun.out().lines().filter(line -> line.startsWith("again ")).findFirst().orElseThrow();
    String[] words = again.substring("again ".length()).strip().split(" ");
    assertThat(words[0]).isEqualTo("./brokerbench");
    Tool tool = new Tool(folder);
    Outcome second = tool.run(Arrays.asList(words).subList(1, words.length));
    second.wentToItsEnd();
    assertThat(RunResultCodec.read(tool.resultFolder().resolve("result.json")).scenario())
        .isEqualTo(RunResultCodec.read(mainResult.resolve("result.json")).scenario());
  }

  @Test
  void theScenarioInTheResultFolderRunsAndJsonPrintsTheDocumentOnly() throws IOException {
    Tool tool = new Tool(folder);
    Outcome second =
        tool.run(List.of("run", mainResult.resolve("scenario.yaml").toString(), "--json"));
    second.wentToItsEnd();
    RunResult printed = RunResultCodec.read(second.out());
    assertThat(printed).isEqualTo(RunResultCodec.read(tool.resultFolder().resolve("result.json")));
    assertThat(printed.scenario())
        .isEqualTo(RunResultCodec.read(mainResult.resolve("result.json")).scenario());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"embedded:artemis", "embedded:hivemq", "embedded:activemq", "process:mosquitto"})
  void eachBrokerThatTheToolStartsRunsAScenarioAndGoes(String selector) throws IOException {
    if (selector.equals("process:mosquitto")) {
      Mosquitto.assumeInstalled();
    }
    Tool tool = new Tool(folder);
    Outcome run = tool.run(small("run", "FANIN.Q1.PARTITIONS", "--broker", selector));
    run.wentToItsEnd();
    RunResult result = RunResultCodec.read(tool.resultFolder().resolve("result.json"));
    assertThat(result.messages().received()).isEqualTo(750);
    assertThat(result.broker().version()).matches("\\d+\\..*");
    assertThat(result.brokerUsage()).isPresent();
    tool.leftNothing(run);
  }

  @Test
  void aBrokerThatRunsAlreadyIsReachedByItsAddressAndLeftAsItIs() throws IOException {
    Tool tool = new Tool(folder);
    try (FaultyBroker broker = FaultyBroker.start()) {
      Outcome run =
          tool.run(small("run", "FANIN.Q1.PARTITIONS", "--broker", broker.endpoint().uri()));
      run.wentToItsEnd();
      assertThat(broker.failure()).isEmpty();
      assertThat(broker.violations()).isEmpty();
    }
    RunResult result = RunResultCodec.read(tool.resultFolder().resolve("result.json"));
    assertThat(result.brokerUsage()).isEmpty();
    assertThat(tool.resultFolder().resolve("broker.log")).doesNotExist();
  }

  static Stream<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(Tool.PROJECT.resolve("examples"))) {
      List<Path> examples =
          files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
      assumeTrue(!examples.isEmpty(), "no examples");
      return examples.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void eachExampleRuns(Path example) {
    Tool tool = new Tool(folder);
    try (FaultyBroker broker = FaultyBroker.start()) {
      Outcome run = tool.run(small("run", example.toString(), "--broker", broker.endpoint().uri()));
      run.wentToItsEnd();
    }
  }

  @Test
  void aConnectionBurstSaysHowFastTheBrokerTookThem() throws IOException {
    Mosquitto.assumeInstalled();
    Tool tool = new Tool(folder);
    Outcome run =
        tool.run("run", "CONNBURST", "--devices", "2000", "--broker", "process:mosquitto");
    run.wentToItsEnd();
    assertThat(Figures.plain(run.out()))
        .contains("connections 2 000 of 2 000 in ", "\n  TCP ", "\n  MQTT ", "stdev", "per connect")
        .doesNotContain("messages", "end-to-end", "backlog");
    assertThat(run.line("holding ")).isPresent();
    assertThat(schemaErrors(tool.resultFolder().resolve("result.json"))).isEmpty();
    RunResult result = RunResultCodec.read(tool.resultFolder().resolve("result.json"));
    assertThat(result.connections().connected()).isEqualTo(2_000);
    assertThat(result.connections().brokerCpuMicrosPerConnect()).isPresent();
    assertThat(tool.resultFolder().resolve("broker.log")).exists();
    tool.leftNothing(run);
  }

  @Test
  void aBroadcastSaysWhenTheLastConsumerHadIt() throws IOException {
    Mosquitto.assumeInstalled();
    Tool tool = new Tool(folder);
    Outcome run =
        tool.run(
            List.of(
                "run",
                "BROADCAST",
                "--consumers",
                "500",
                "--rate",
                "2",
                "--warmup",
                "2s",
                "--duration",
                "3s",
                "--broker",
                "process:mosquitto"));
    run.wentToItsEnd();
    assertThat(run.out()).contains("bursts      6 bursts, the last consumer has it after ");
    assertThat(schemaErrors(tool.resultFolder().resolve("result.json"))).isEmpty();
    RunResult result = RunResultCodec.read(tool.resultFolder().resolve("result.json"));
    assertThat(result.broadcast().orElseThrow().bursts()).isEqualTo(6);
    assertThat(result.broadcast().orElseThrow().incomplete()).isZero();
    assertThat(result.messages().received()).isEqualTo(10 * 500);
    tool.leftNothing(run);
  }

  private static List<String> small(String... arguments) {
    return Stream.concat(Arrays.stream(arguments), Arrays.stream(SMALL)).toList();
  }

  private static List<String> schemaErrors(Path document) throws IOException {
    JsonNode tree = new ObjectMapper().readTree(document.toFile());
    try (InputStream schema = RunResult.class.getResourceAsStream("run-1.schema.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(schema)
          .validate(tree)
          .stream()
          .map(Object::toString)
          .toList();
    }
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
