package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.testkit.RequiredProgram;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Studies, from the command line to their tables. */
class StudyIT {

  private static final int KILLS = 4;
  private static final String NOBODY = "mqtt://127.0.0.1:1";

  private static final String STUDY =
      """
      name: mine
      scenarios:
        - name: FEW
          topology: {publishers: 5, distribution: SINGLE}
          workload: {load: {rate: 200}}
          phases: {warmUp: 200ms, steady: 1s}
      variants:
        - name: 32 B
        - name: 1 KB
          set: {workload: {payload: {bytes: 1000}}}
      probe: {rate: 10}
      """;

  @TempDir Path folder;

  private StudyResult result(String study) throws IOException {
    return StudyResult.CODEC.read(
        Files.readString(folder.resolve("study-" + study).resolve("study.json")));
  }

  private Outcome study(String... arguments) {
    return CallHere.run(folder, arguments);
  }

  @Test
  void aStudyIsMeasuredAndAddedToAndABrokerThatFailsFailsAlone() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      measuredAndAddedTo("mqtt://127.0.0.1:" + broker.port());
    }
  }

  private void measuredAndAddedTo(String broker) throws Exception {
    String file = Files.writeString(folder.resolve("mine.yaml"), STUDY).toString();
    Outcome first = study("study", file, "--brokers", broker);

    assertThat(first.exitCode()).as("%s", first).isIn(0, Tool.INVALID);
    assertThat(folder.resolve("study-mine/study.yaml")).hasContent(STUDY);
    StudyResult measured = result("mine");
    assertThat(measured.complete()).isTrue();
    assertThat(measured.cells()).hasSize(2);
    for (StudyCell cell : measured.cells()) {
      Path own = folder.resolve("study-mine").resolve(cell.folder());
      double received =
          RunResult.CODEC.read(own.resolve("run.json")).throughput().receivedPerSecond();
      assertThat(cell.figure("throughput.received")).contains(received);
      assertThat(cell.series().get("latencyMillis")).as("one second of ten").hasSize(10);
      assertThat(RunResult.CODEC.read(own.resolve("probe.json")).messages().lost()).isZero();
      assertThat(RunResult.CODEC.read(own.resolve("run.json")).messages().unrecognised())
          .as("load and probe have topics of their own")
          .isZero();
      assertThat(first.out()).contains(own.toString());
      assertThat(own.resolve("run.html")).content().contains("FEW on ");
      assertThat(own.resolve("probe.html")).isNotEmptyFile();
      assertThat(folder.resolve("study-mine/tables.md"))
          .content()
          .contains("](" + cell.folder() + "/run.html)");
    }

    Outcome second = study("study", file, "--brokers", broker + "," + NOBODY);
    assertThat(second.exitCode()).as("%s", second).isEqualTo(1);
    StudyResult added = result("mine");
    assertThat(added.cells()).hasSize(4).containsAll(measured.cells());
    assertThat(added.cells())
        .filteredOn(cell -> cell.broker().equals(NOBODY))
        .hasSize(2)
        .allMatch(cell -> cell.status() == StudyCell.Status.FAILED)
        .allMatch(cell -> !cell.reason().isEmpty());
    assertThat(folder.resolve("study-mine/tables.md")).content().contains("FAILED");
    assertThat(folder.resolve("study-mine/tables.csv")).content().contains(",throughput,/s,");
  }

  /** The tool itself, by SIGKILL at any moment: what was finished stays, the rest is measured. */
  @Test
  @Tag("release")
  void aStudyOfTheToolThatIsKilledAgainAndAgainKeepsWhatWasFinished() throws Exception {
    String file = Files.writeString(folder.resolve("mine.yaml"), STUDY).toString();
    Tool tool = new Tool(folder);
    Random random = new Random(7);
    try (FaultyBroker broker = FaultyBroker.start()) {
      String[] study = {
        "study", file, "--brokers", "mqtt://127.0.0.1:" + broker.port(), "--repetitions", "4"
      };
      for (int i = 0; i < KILLS; i++) {
        Map<String, String> before = finishedCells();
        try (Call call = tool.start(study)) {
          Process process = call.process();
          if (i % 2 == 0) { // else at any moment from its start on
            await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> finishedCells().size() > before.size() || !process.isAlive());
          }
          assertThat(process.waitFor(random.nextInt(1_500), TimeUnit.MILLISECONDS)).isFalse();
          call.kill();
          process.waitFor();
        }
        assertThat(finishedCells()).containsAllEntriesOf(before).hasSizeLessThan(8);
      }
      Map<String, String> before = finishedCells();
      assertThat(before).hasSizeGreaterThanOrEqualTo(KILLS / 2);
      Outcome last = tool.run(study);
      assertThat(last.exitCode()).as("%s", last).isIn(0, Tool.INVALID);
      assertThat(finishedCells()).containsAllEntriesOf(before).hasSize(8);
      Map<String, String> tables = tables();
      assertThat(tool.run(study).exitCode()).isEqualTo(last.exitCode());
      assertThat(tables()).as("of the same cells").isEqualTo(tables).isNotEmpty();
    }
    StudyResult whole = StudyResult.CODEC.read(Files.readString(kept().resolve("study.json")));
    assertThat(whole.complete()).isTrue();
    assertThat(whole.cells())
        .hasSize(8)
        .extracting(StudyCell::status)
        .doesNotContain(StudyCell.Status.FAILED);
  }

  /** There is nothing to drain: clients only connect, and rest for seconds between. */
  @Test
  @Tag("release")
  void aCellWithoutMessagesEndsAtOnceWhenItIsStopped() throws Exception {
    Mosquitto.assumeInstalled();
    Tool tool = new Tool(folder);
    try (Call call =
        tool.start("study", "EMBEDDED.HEAP", "--small", "--brokers", "process:mosquitto")) {
      call.awaitLine("cell 1 of");
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> call.process().descendants().anyMatch(StudyIT::hasClients));
      List<ProcessHandle> brokers = call.process().descendants().toList();
      Instant signal = Instant.now();
      call.signal("TERM");
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(143);
      assertThat(Duration.between(signal, Instant.now())).isLessThan(Duration.ofSeconds(10));
      assertThat(brokers).noneMatch(ProcessHandle::isAlive);
    }
    StudyResult result =
        StudyResult.CODEC.read(
            Files.readString(folder.resolve("results/study-EMBEDDED.HEAP/study.json")));
    assertThat(result.cells()).as("what was stopped is no cell").isEmpty();
  }

  /** Whether it has the first of the clients that come in steps. */
  private static boolean hasClients(ProcessHandle broker) {
    String[] open = Path.of("/proc", Long.toString(broker.pid()), "fd").toFile().list();
    return open != null && open.length > 60;
  }

  private Path kept() {
    return folder.resolve("results/study-mine");
  }

  /** What each holds, by its name. */
  private Map<String, String> tables() throws IOException {
    Map<String, String> tables = new TreeMap<>();
    for (String name : List.of("tables.csv", "tables.md", "study.json")) {
      tables.put(name, Files.readString(kept().resolve(name)));
    }
    return tables;
  }

  /** The same of cells. */
  private Map<String, String> finishedCells() throws IOException {
    Path cells = kept().resolve("cells");
    if (!Files.exists(cells)) {
      return Map.of();
    }
    Map<String, String> finished = new TreeMap<>();
    try (Stream<Path> found = Files.list(cells)) {
      for (Path cell : found.filter(path -> !path.toString().endsWith(".part")).toList()) {
        finished.put(cell.getFileName().toString(), Files.readString(cell.resolve("cell.json")));
      }
    }
    return finished;
  }

  @Test
  void whatIsWrongIsSaidInALine() throws IOException {
    study("study", "EMBEDED.QOS").isRefused(2, "no study EMBEDED.QOS; did you mean EMBEDDED.QOS?");
    study("study", "stress", "--brokers", "nosuch").isRefused(2, "no broker nosuch");
    study("study", "stress", "--samples", "1").isRefused(2, "--samples 1: between 2 and");
    study("study", "stress", "--repetitions", "0").isRefused(2, "--repetitions 0: between 1 and");
    String file =
        Files.writeString(folder.resolve("bad.yaml"), "name: a\nscenarioz: []\n").toString();
    study("study", file).isRefused(2, "bad.yaml:2:1: a study has no key scenarioz; did you mean");
  }

  @Test
  @Tag("release")
  void whatIsStoredIsHeldByTheBrokersOwnFigures() throws Exception {
    Mosquitto.assumeInstalled();
    Outcome outcome =
        study(
            "study",
            "EMBEDDED.STORED",
            "--small",
            "--samples",
            "2",
            "--brokers",
            "process:mosquitto");

    assertThat(outcome.exitCode()).as("%s", outcome).isIn(0, Tool.INVALID);
    for (StudyCell cell : result("EMBEDDED.STORED").cells()) {
      double stored = cell.variant().equals("nothing stored") ? 0 : 20e6;
      assertThat(cell.figure("storedBytesBefore").orElseThrow())
          .as("%s", cell)
          .isBetween(stored, stored + 10_000);
      assertThat(cell.figure("storedBytesAfter").orElseThrow()).isGreaterThanOrEqualTo(stored);
    }
  }

  @Test
  @Tag("release")
  void whatFollowsAfterASubscriberVanishedIsHeldByTheBrokersOwnFigures() throws Exception {
    Mosquitto.assumeInstalled();
    RequiredProgram.NFT.orSkip();
    assumeTrue(System.getProperty("user.name").equals("root"), "packets are dropped by root only");
    Outcome outcome =
        study("study", "EMBEDDED.VANISHED", "--small", "--brokers", "process:mosquitto");

    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    StudyCell cell = result("EMBEDDED.VANISHED").cells().get(0);
    assertThat(cell.figure("storedBytesMost").orElseThrow()).isBetween(9e6, 10.1e6);
    double connections = cell.figure("connectionsBefore").orElseThrow();
    assertThat(cell.figure("connectionsPublished"))
        .as("the publisher came, and the broker does not know that the subscriber is gone")
        .contains(connections + 1);
    assertThat(cell.figure("connectionsEnd"))
        .as("the keep-alive has revealed it")
        .contains(connections);
    assertThat(cell.figure("memoryBytesMostAfter").orElseThrow())
        .isGreaterThan(cell.figure("memoryBytesBefore").orElseThrow() + 9e6);
    assertThat(cell.series().get("seconds"))
        .hasSameSizeAs(cell.series().get("memoryBytesOverTime"));
  }

  /** The one that takes the least, so that a small study is in every build. */
  @Test
  void aSmallOneOfTwoBridgedBrokersIsMeasured() throws Exception {
    measuresAllThatALargeOneDoes("EMBEDDED.TOPICS");
  }

  /** Those that are not looked at above; each is meant to take a minute. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "EMBEDDED.LOAD",
        "EMBEDDED.QOS",
        "EMBEDDED.BRIDGE",
        "EMBEDDED.HEAP",
        "EMBEDDED.SUBSCRIBERS",
        "stress"
      })
  @Tag("release")
  void aSmallOneMeasuresAllThatALargeOneDoes(String name) throws Exception {
    measuresAllThatALargeOneDoes(name);
  }

  private void measuresAllThatALargeOneDoes(String name) throws Exception {
    Mosquitto.assumeInstalled();
    Instant begin = Instant.now();
    Outcome outcome = study("study", name, "--small", "--brokers", "process:mosquitto");
    assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(90));
    assertThat(outcome.exitCode()).as("%s", outcome).isIn(0, Tool.INVALID);
    StudyResult result = result(name);
    assertThat(result.complete()).isTrue();
    if (!name.equals("EMBEDDED.HEAP")) {
      assertThat(result.cells())
          .allMatch(cell -> cell.figure("latency.endToEnd.mean").isPresent())
          .allMatch(cell -> cell.figure("broker.cpu").isPresent());
    }
    if (outcome.exitCode() == Tool.INVALID) {
      assertThat(result.cells())
          .as("what other work held up, by name")
          .filteredOn(cell -> !cell.counts())
          .isNotEmpty()
          .allMatch(cell -> cell.status() == StudyCell.Status.INVALID)
          .allMatch(cell -> cell.reason().matches("(?s).*(DISTURBED|GENERATOR_LIMITED).*"));
      return; // its tables are of the cells that count
    }
    assertThat(result.tables()).isNotEmpty();
    if (name.equals("EMBEDDED.HEAP")) {
      assertThat(result.fits()).as("clients, then subscriptions").hasSize(2);
      return;
    }
    if (name.equals("stress")) {
      assertThat(result.cells())
          .hasSize(3)
          .allMatch(cell -> cell.figure("peakPerSecond").orElse(0.0) > 0);
    } else {
      assertThat(result.boxPlots())
          .extracting(chart -> chart.title())
          .contains("round-trip latency", "broker CPU");
      assertThat(result.tTests()).isEmpty();
      assertThat(result.testNote()).as("one repetition").startsWith("Nothing is tested: ");
    }
  }
}
