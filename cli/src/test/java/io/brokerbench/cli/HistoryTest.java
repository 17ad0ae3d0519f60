package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.history.HistoryResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code history} and {@code baseline save --from-history}, with results that are stored. */
class HistoryTest {

  private static final Instant FIRST = Instant.parse("2026-10-01T02:00:00Z");

  @TempDir Path folder;
  private Path nights;
  private Session session;

  @BeforeEach
  void start() {
    nights = folder.resolve("nights");
    session = new Session(folder);
  }

  /** A run of each night, whose latencies are half as long again from one of them on. */
  private void store(int count, int slower) throws IOException {
    Path one = folder.resolve("one");
    for (boolean slow : new boolean[] {false, true}) {
      assertThat(run(one.resolve(String.valueOf(slow)), slow ? 3 : 2)).isZero();
    }
    for (int night = 1; night <= count; night++) {
      ObjectNode run = document(one.resolve(String.valueOf(night >= slower)));
      run.put("startedAt", FIRST.plus(Duration.ofDays(night)).toString());
      Path file = nights.resolve("n%02d/result.json".formatted(night));
      Files.createDirectories(file.getParent());
      Files.writeString(file, run.toString());
    }
  }

  private static int run(Path out, double millis) {
    return new Session(out)
        .with(
            (scenario, broker, driver, settings, listener) ->
                new Rig() {
                  @Override
                  public RunResult run() {
                    return StubRig.withLatency(
                        StubRig.result(scenario, broker, Verdict.Status.OK, true),
                        Math.round(millis * 1e6));
                  }

                  @Override
                  public void stop() {}
                })
        .runScenario("FANIN.Q0.SINGLE");
  }

  private static ObjectNode document(Path out) throws IOException {
    try (Stream<Path> files = Files.walk(out)) {
      Path file = files.filter(each -> each.endsWith("result.json")).findFirst().orElseThrow();
      return (ObjectNode) Json.mapper().readTree(file.toFile());
    }
  }

  private int history(String... more) {
    return session.run(
        Stream.concat(Stream.of("history", nights.toString()), Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void aReportExitsWithZeroWhateverItSays() throws Exception {
    store(20, 15);

    assertThat(history()).as(session.err()).isZero();
    assertThat(session.out())
        .startsWith("history     20 builds in 1 line\n\nWORSE  ")
        .containsPattern("p99 end-to-end +2\\.0 ms +3\\.0 ms +\\+50 % +WORSE +2\\.55\\.0 of 2026");
    assertThat(session.err()).isEqualTo("report      " + nights.resolve("history.html") + "\n");
    assertThat(nights.resolve("history.html")).isRegularFile();
  }

  @Test
  void aPipelineFailsIfAFigureBecameWorseInTheLatestBuildsOnly() throws Exception {
    store(20, 15);

    assertThat(history("--fail-if-worse")).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(history("--fail-if-worse", "--recent", "5")).isZero();
    assertThat(history("--fail-if-worse", "--figure", "received")).isZero();
    assertThat(history("--fail-if-worse", "--min-change", "60%")).isZero();
  }

  @Test
  void jsonIsTheDocumentAndNothingElse() throws Exception {
    store(20, 15);

    assertThat(history("--json", "--out", folder.resolve("page").toString())).isZero();
    HistoryResult result = HistoryResult.CODEC.read(session.out());
    assertThat(result.single().builds()).hasSize(20);
    assertThat(folder.resolve("page/history.json")).content().isEqualTo(session.out());
    assertThat(nights.resolve("history.html")).doesNotExist();
  }

  @Test
  void itsOwnDocumentIsNoBuild() throws Exception {
    store(5, 9);
    assertThat(history()).isZero();
    assertThat(history()).isZero();
    assertThat(session.out()).endsWith("p99.9 end-to-end, loss\n");
    assertThat(session.err()).doesNotContain("left out");
  }

  @Test
  void filesForOtherToolsAreWritten() throws Exception {
    store(20, 15);
    Path exports = folder.resolve("a/b");

    assertThat(
            history("--export", exports.toString(), "--junit", folder.resolve("h.xml").toString()))
        .isZero();
    try (Stream<Path> files = Files.list(exports)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "fanin-q0-single-on-artemis.csv",
              "otava.yaml",
              "bencher.json",
              "github-smaller.json",
              "github-bigger.json");
    }
    assertThat(folder.resolve("h.xml")).content().contains("WORSE: p99 end-to-end +50 %");
  }

  @Test
  void damagedDocumentsAreNamedInALineEachAndCounted() throws Exception {
    store(5, 9);
    Files.writeString(nights.resolve("n01/result.json"), "{");
    Files.writeString(nights.resolve("n02/result.json"), "{\"schema\":\"brokerbench.run/1\"}");

    assertThat(history()).isZero();
    assertThat(session.out()).startsWith("history     3 builds in 1 line; 2 documents left out\n");
    assertThat(session.err().lines().toList())
        .hasSize(3)
        .satisfies(
            lines ->
                assertThat(lines.get(0))
                    .startsWith("brokerbench: left out: n01/result.json: not JSON: "));
  }

  @Test
  void theLatestBuildsBecomeABaseline() throws Exception {
    store(20, 15);
    String store = folder.resolve("baselines").toString();
    String[] save = {"baseline", "save", "main", nights.toString(), "--baselines", store};

    assertThat(session.run(with(save, "--from-history", "6"))).as(session.err()).isZero();
    assertThat(session.out()).contains("6 repetitions");
    assertThat(session.run("compare", "baseline:main", store + "/main.json", "--baselines", store))
        .as(session.err())
        .isZero();

    Session refused = new Session(folder);
    assertThat(refused.run(with(save, "--from-history", "7"))).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(refused.err())
        .startsWith("brokerbench: --from-history 7: at most 6, as ")
        .endsWith(" changed at 2.55.0 of 2026-10-16\n");
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "history FOLDER/none|history: there is no folder FOLDER/none; name one that holds results",
        "history FOLDER/empty|history: no results in FOLDER/empty",
        "history FOLDER/nights --recent 0|--recent 0: at least 1",
        "history FOLDER/nights --min-change 5|--min-change 5: a share, such as 0.1%",
        "history FOLDER/nights --figure p98|--figure p98: no such figure",
        "history FOLDER/nights --figure offered|--figure throughput.offered: neither more nor less",
        "history FOLDER/nights --by day|--by day: result, version, folder",
        "history FOLDER/nights --line nope|--line nope: none of FANIN.Q0.SINGLE on Artemis",
        "baseline save x|missing RESULT; see brokerbench baseline save --help",
        "baseline save x a b --from-history 3|--from-history reads one folder; there are 2",
      })
  void whatIsWrongIsSaidInOneLine(String line) throws Exception {
    store(3, 9);
    Files.createDirectories(folder.resolve("empty"));
    String[] parts = line.replace("FOLDER", folder.toString()).split("\\|", -1);

    assertThat(session.run(parts[0].split(" ", -1))).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).startsWith("brokerbench: " + parts[1]);
    assertThat(session.err().lines()).hasSize(1);
  }

  @Test
  void aReportThatCannotBeWrittenSaysSo() throws Exception {
    store(3, 9);
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThat(history("--out", file.toString())).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
    assertThat(session.err())
        .isEqualTo(
            "brokerbench: cannot write the history: %s: there is a file of this name; use --out"
                    .formatted(file)
                + " and --export to name other folders\n");
  }

  @Test
  void helpNamesEveryOption() {
    assertThat(session.run("history", "--help")).isZero();
    assertThat(session.out())
        .contains(List.of("--by", "--fail-if-worse", "--export", "--recent", "--min-change"));
  }
}
