package io.brokerbench.experiment.history;

import static io.brokerbench.core.result.DocumentSchema.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.ExampleComparison;
import io.brokerbench.experiment.history.LevelChange.Direction;
import io.brokerbench.experiment.history.ReleaseLine.Finding;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.search.ExampleSearch;
import io.brokerbench.experiment.search.SearchResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryResultTest {

  private static final String P99 = "latency.endToEnd.p99";

  @TempDir Path folder;

  private HistoryResult read() {
    return read(HistoryQuestion.usual(BuildRule.RESULT));
  }

  private HistoryResult read(HistoryQuestion question) {
    return HistoryResult.of(folder, question, Instant.parse("2026-11-21T10:02:11Z"));
  }

  private Path put(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static FigureHistory figure(ReleaseLine line, String path) {
    return line.figures().stream()
        .filter(each -> each.figure().path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aChangeIsFoundWithTheBuildThatBroughtIt() {
    ExampleHistory.nights(folder, 30, 21);

    ReleaseLine line = read().single();

    assertThat(line.name()).endsWith(" on Artemis");
    assertThat(line.subject().repetitions()).isEqualTo(30);
    assertThat(figure(line, P99).changes())
        .singleElement()
        .satisfies(
            change -> {
              assertThat(change.build()).isEqualTo(21);
              assertThat(change.direction()).isEqualTo(Direction.WORSE);
              assertThat(change.change().getAsDouble()).isBetween(0.19, 0.21);
              assertThat(change.after() / change.before()).isBetween(1.19, 1.21);
            });
    assertThat(figure(line, "throughput.received").changes()).isEmpty();
    assertThat(figure(line, P99).levels())
        .extracting(FigureHistory.Level::from, FigureHistory.Level::to)
        .containsExactly(tuple(1, 20), tuple(21, 30));
    assertThat(line.findings().get(0).since().title()).isEqualTo("2.56.0 of 2026-10-21");
  }

  @Test
  void buildsAreInTheOrderOfTheirStartWhateverTheirFilesAreCalled() {
    ExampleHistory.store(folder.resolve("a.json"), ExampleHistory.latencies(3), "3.0", 3);
    ExampleHistory.store(folder.resolve("z/deep/b.json"), ExampleHistory.latencies(1), "1.0", 1);
    ExampleHistory.store(folder.resolve("c/result.json"), ExampleHistory.latencies(2), "2.0", 2);

    assertThat(read().single().builds())
        .extracting(Build::label)
        .containsExactly("1.0", "2.0", "3.0");
    assertThat(read().single().builds().get(0).documents()).containsExactly("z/deep/b.json");
  }

  @Test
  void whatCannotBeComparedIsInAnotherLineOrStandsAlone() throws IOException {
    ExampleHistory.nights(folder, 3, 9);
    String other =
        Files.readString(folder.resolve("night-01/run/result.json"))
            .replace("Example CPU", "Other CPU");
    put("other/1.json", other);
    put("other/2.json", other.replace("2026-10-01", "2026-10-02"));
    put("search.dir/search.json", SearchResult.CODEC.write(ExampleSearch.found()));

    HistoryResult result = read();

    assertThat(result.lines()).extracting(line -> line.builds().size()).containsExactly(3, 2);
    assertThat(result.lines().get(1).name()).isEqualTo(result.lines().get(0).name() + ", 2");
    assertThat(result.leftOut())
        .containsExactly("search.dir/search.json: the only build of its kind");
    assertThatThrownBy(result::single)
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(" on Artemis, 2");
    assertThat(result.only("ARTEMIS, 2").single().builds()).hasSize(2);
    assertThatThrownBy(() -> result.only("nope"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("line nope: none of ");
  }

  @Test
  void whatCannotBeReadIsNamedAndJsonOfOthersIsPassedOver() throws IOException {
    ExampleHistory.nights(folder, 3, 9);
    put("a/result.json", "{");
    put("b/result.json", "{\"schema\":\"brokerbench.run/1\"}");
    put("c/result.json", "{\"schema\":\"brokerbench.run/9\"}");
    put("d/jmh.json", "[{\"primaryMetric\":{}}]");
    put("e/study.json", "{}");
    put("e/cell/result.json", "{");
    put("f/package.json", "{\"name\":\"other\"}");
    put("f/list.json", "[1]");
    put("f/notes.txt", "{");
    ExampleHistory.store(
        folder.resolve("g/result.json"),
        new ExampleResult().verdict(Verdict.Status.GENERATOR_LIMITED, true, "late").build(),
        "2.0",
        7);
    ExampleHistory.store(
        folder.resolve("h/result.json"),
        new ExampleResult().verdict(Verdict.Status.FAILED, false, "broke").build(),
        "2.0",
        8);

    put("i/groups.json", "{}");
    put("i/telemetry/result.json", "{");

    assertThat(read().single().builds()).hasSize(3);
    assertThat(read().leftOut())
        .satisfiesExactly(
            a -> assertThat(a).startsWith("a/result.json: not JSON: it ends too early"),
            b -> assertThat(b).startsWith("b/result.json: not a brokerbench.run/1 document: "),
            c -> assertThat(c).startsWith("c/result.json: schema brokerbench.run/9: of another"),
            d -> assertThat(d).startsWith("d/jmh.json: JMH does not record when"),
            e -> assertThat(e).startsWith("e: a study"),
            i -> assertThat(i).startsWith("i: groups of clients"),
            g -> assertThat(g).isEqualTo("g/result.json: GENERATOR_LIMITED"),
            h -> assertThat(h).isEqualTo("h/result.json: broken off or stopped"))
        .allSatisfy(why -> assertThat(why.lines()).hasSize(1));
  }

  @Test
  void resultsOfOneVersionOrFolderAreOneBuildByTheirMedian() {
    for (int build = 1; build <= 4; build++) {
      for (int run = 1; run <= 3; run++) {
        ExampleHistory.store(
            folder.resolve("n%d/%d/result.json".formatted(build, run)),
            ExampleHistory.latencies(build * (run == 3 ? 50 : 1)),
            "2." + (build + 1) / 2,
            build);
      }
    }
    assertThat(read().single().builds()).hasSize(12);

    ReleaseLine byFolder = read(HistoryQuestion.usual(BuildRule.FOLDER)).single();
    assertThat(byFolder.builds())
        .extracting(Build::label, build -> build.documents().size())
        .containsExactly(tuple("n1", 3), tuple("n2", 3), tuple("n3", 3), tuple("n4", 3));
    List<Double> medians = figure(byFolder, P99).values();
    assertThat(medians.get(1) / medians.get(0)).isBetween(1.9, 2.1);

    assertThat(read(HistoryQuestion.usual(BuildRule.VERSION)).single().builds())
        .extracting(Build::label)
        .containsExactly("2.1", "2.2");
  }

  @Test
  void aComparisonCountsWithItsCandidate() throws IOException {
    ExampleHistory.nights(folder, 2, 9);
    put(
        "x/compared/ab.json",
        AbResult.CODEC
            .write(ExampleComparison.ab(ExampleComparison.regressed()))
            .replaceFirst(
                "\"round-01-candidate-1.json\"",
                "\"round-01-candidate-1.json\", \"round-01-candidate-capacity-1.json\""));
    put("x/compared/round-01-candidate-capacity-1.json", "{"); // of another load: not read
    ExampleHistory.store(
        folder.resolve("x/compared/round-01-candidate-1.json"),
        ExampleHistory.latencies(1),
        "3.0",
        9);
    put("x/compared/round-01-baseline-1.json", "{");

    assertThat(read().single().builds())
        .last()
        .satisfies(
            build ->
                assertThat(build.documents())
                    .containsExactly("x/compared/round-01-candidate-1.json"));
    assertThat(read().leftOut()).isEmpty();
  }

  /** Whatever ended it, runs of a baseline, steps and cells are no builds. */
  @Test
  void partsOfWhatHasNotEndedAreNoBuilds() throws IOException {
    ExampleHistory.nights(folder, 2, 9);
    for (String part :
        List.of(
            "compared/round-01-baseline-1.json",
            "searched/step-01.json",
            "study-mine/cells/a.part/run.json")) {
      Files.createDirectories(folder.resolve(part).getParent());
      ExampleHistory.store(folder.resolve(part), ExampleHistory.latencies(1), "3.0", 9);
    }
    assertThat(read().single().builds()).hasSize(2);
    assertThat(read().leftOut())
        .containsExactly(
            "compared: a comparison or a search that has not ended",
            "searched: a comparison or a search that has not ended",
            "study-mine: a study that has not ended");
  }

  @Test
  void aFigureThatSomeBuildsLackHasItsOwnBuilds() {
    ExampleHistory.nights(folder, 4, 9);
    ExampleHistory.store(
        folder.resolve("x.json"), new ExampleResult().latencies(0).build(), "2.0", 5);

    assertThat(figure(read().single(), P99).builds()).containsExactly(1, 2, 3, 4);
    assertThat(figure(read().single(), "throughput.received").builds()).hasSize(5);
  }

  @Test
  void figuresAndTheLeastChangeAreChosen() {
    ExampleHistory.nights(folder, 30, 21);
    HistoryQuestion usual = HistoryQuestion.usual(BuildRule.RESULT);

    assertThat(read(usual.about("p95, broker.cpu")).single().figures())
        .extracting(each -> each.figure().path())
        .containsExactly("latency.endToEnd.p95", "broker.cpu");
    assertThat(read(usual.beyond(0.5)).findings()).isEmpty();
    assertThatThrownBy(() -> usual.about("p98")).isInstanceOf(DefinitionException.class);
    assertThatThrownBy(() -> usual.about("offered"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("figure throughput.offered: neither more nor less of it is better");
  }

  @Test
  void withoutTwoBuildsThatCanBeComparedTheMessageSaysWhatThereIs() throws IOException {
    assertThatThrownBy(() -> HistoryFolder.read(folder.resolve("none")))
        .hasMessage(
            "history: there is no folder %s; name one that holds results"
                .formatted(folder.resolve("none")));
    assertThatThrownBy(this::read).hasMessage("history: no results in " + folder);
    put("a/result.json", "{");
    assertThatThrownBy(this::read)
        .hasMessageStartingWith(
            "history: no result in %s that can be read; 1 left out, the first: a/result.json: "
                .formatted(folder));
    ExampleHistory.nights(folder, 1, 9);
    assertThatThrownBy(this::read)
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("history: no two builds in %s can be compared".formatted(folder))
        .hasMessageContaining("2 left out");
  }

  @Test
  void theLatestBuildsAreABaselineIfNothingChangedAmongThem() {
    ExampleHistory.nights(folder, 30, 21);
    ReleaseLine line = read().single();

    Repetitions latest = line.latest(10, "nights", folder);

    assertThat(latest.subject().repetitions()).isEqualTo(10);
    assertThat(latest.subject().source()).isEqualTo("nights");
    assertThat(latest.contracts()).as("those of each run").hasSize(10);
    assertThat(latest.contracts().get(0).counts()).isNotEmpty();
    assertThat(latest.figures()).extracting(FigureValues::values).allMatch(all -> all.size() == 10);
    assertThatThrownBy(() -> line.latest(11, "nights", folder))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("fromHistory 11: at most 10, as ")
        .hasMessageEndingWith(" changed at 2.56.0 of 2026-10-21");
    assertThatThrownBy(() -> line.latest(31, "nights", folder))
        .hasMessageStartingWith("fromHistory 31: between 1 and 30, the builds of ");
    assertThatThrownBy(() -> line.latest(0, "nights", folder))
        .isInstanceOf(DefinitionException.class);
  }

  /** A candidate has it, so that it would be left out of the comparison without a word. */
  @Test
  void whatSomeOfTheLatestBuildsLackIsKeptAsIncomplete() {
    ExampleHistory.nights(folder, 12, 99);
    ExampleHistory.store(
        folder.resolve("night-11/run/result.json"),
        ExampleHistory.latencies(1).withBrokerUsage(Optional.empty()),
        "2.55.0",
        11);
    Repetitions latest = read().single().latest(6, "nights", folder);
    assertThat(latest.values("broker.cpuPerMessage")).isEmpty();
    assertThat(latest.incomplete()).extracting(Figure::path).contains("broker.cpuPerMessage");
    assertThat(latest.incomplete()).extracting(Figure::path).doesNotContain("throughput.received");
  }

  /** Else a candidate of which as many do not count would be held to a baseline of which all do. */
  @Test
  void runsThatDoNotCountAreLeftOutOfTheBaselineByNameAndTheirContractsCount() {
    ExampleHistory.nights(folder, 12, 99);
    Map.of(
            2,
            Verdict.Status.DISTURBED,
            9,
            Verdict.Status.GENERATOR_LIMITED,
            11,
            Verdict.Status.FAILED)
        .forEach(
            (build, status) ->
                ExampleHistory.store(
                    folder.resolve("night-%02d/again/result.json".formatted(build)),
                    new ExampleResult()
                        .verdict(status, status != Verdict.Status.FAILED, "x")
                        .build(),
                    "2.55.0",
                    build));

    Repetitions latest = read().single().latest(6, "nights", folder);

    assertThat(latest.subject().leftOut())
        .containsExactly(
            "night-09/again/result.json: GENERATOR_LIMITED",
            "night-11/again/result.json: broken off or stopped");
    assertThat(latest.contracts()).hasSize(8);
    assertThat(latest.contracts()).filteredOn(ContractRun::brokeOff).hasSize(1);
  }

  @Test
  void whatBecameWorseInTheLatestBuildsIsNamed() {
    ExampleHistory.nights(folder, 30, 21);

    assertThat(read().worsenings(10))
        .extracting(Finding::figure)
        .extracting(Figure::path)
        .contains(P99);
    assertThat(read().worsenings(9)).isEmpty();
  }

  @Test
  void theDocumentIsValidAndReadAsItWasWritten() throws IOException {
    ExampleHistory.nights(folder, 30, 21);
    HistoryResult result = read();
    String json = HistoryResult.CODEC.write(result);

    assertThat(problems(HistoryResult.class, Json.mapper().readTree(json))).isEmpty();
    assertThat(HistoryResult.CODEC.read(json)).isEqualTo(result);
    ObjectNode tree = (ObjectNode) Json.mapper().readTree(json);
    tree.put("extra", 1);
    assertThat(problems(HistoryResult.class, tree)).isNotEmpty();
    assertThatThrownBy(() -> HistoryResult.CODEC.read("{\"schema\":\"brokerbench.history/2\"}"))
        .hasMessage("schema brokerbench.history/2: this version reads brokerbench.history/1");
    assertThatThrownBy(() -> HistoryResult.CODEC.read("{"))
        .hasMessageStartingWith("not a brokerbench.history/1 document");
  }
}
