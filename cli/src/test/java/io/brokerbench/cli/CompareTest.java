package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.gate.CompareResult;
import io.brokerbench.experiment.gate.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code compare} and {@code baseline}, with results that {@code run} has stored. */
class CompareTest {

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  /** Results of some runs in a folder of their own. */
  private String results(String name, int count, double millis, String... options)
      throws IOException {
    Path out = folder.resolve(name);
    Session runs = new Session(out);
    for (int i = 0; i < count; i++) {
      double scatter = 1 + (i % 3 - 1) * 0.01;
      runs.with(
          (scenario, broker, driver, settings, listener) ->
              new Rig() {
                @Override
                public RunResult run() {
                  return StubRig.withLatency(
                      StubRig.result(scenario, broker, Verdict.Status.OK, true),
                      Math.round(millis * scatter * 1e6));
                }

                @Override
                public void stop() {}
              });
      String[] all =
          Stream.concat(Stream.of("FANIN.Q0.SINGLE"), Stream.of(options)).toArray(String[]::new);
      assertThat(runs.runScenario(all)).as(runs.err()).isZero();
    }
    return out.toString();
  }

  private int compare(String baseline, String candidate, String... more) {
    return session.run(
        Stream.concat(Stream.of("compare", baseline, candidate), Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void equalResultsPassAndSlowerOnesHaveRegressed() throws Exception {
    String main = results("main", 7, 2);

    assertThat(compare(main, results("same", 8, 2))).as(session.err()).isZero();
    assertThat(session.out())
        .startsWith("PASS  nothing is worse than tolerated\n")
        .containsPattern("8 repetitions\\s+against\\s+7");
    assertThat(compare(main, results("slow", 7, 3))).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out()).contains("REGRESSED    p50 end-to-end +50 % (90 % CI +4");
  }

  @Test
  void jsonIsTheDocumentAndNothingElse() throws Exception {
    compare(results("a", 6, 2), results("b", 6, 3), "--json");

    CompareResult result = CompareResult.CODEC.read(session.out());
    assertThat(result.verdict().decision()).isEqualTo(Decision.REGRESSED);
    assertThat(result.baseline().repetitions()).isEqualTo(6);
  }

  @Test
  void oneRepetitionIsInconclusiveWithTheNumberThatIsNeeded() throws Exception {
    String main = results("main", 1, 2);
    String slow = results("slow", 1, 9);

    assertThat(compare(main, slow)).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out())
        .contains("INCONCLUSIVE  no decision")
        .containsPattern("1 repetition\\s+of\\s+a\\s+side;\\s+a\\s+verdict\\s+needs\\s+6");
    assertThat(compare(main, slow, "--inconclusive", "pass")).isZero();
  }

  @Test
  void whatIsNotComparableIsRefusedWithTheDifferenceUnlessForced() throws Exception {
    String main = results("main", 6, 2);
    String other = results("other", 6, 2, "--payload", "64");

    assertThat(compare(main, other)).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .isEqualTo(
            "brokerbench: not comparable: scenario.workload.payload.bytes 32 against 64; --force"
                + " compares all the same\n");
    assertThat(session.out()).isEmpty();
    assertThat(compare(main, other, "--force")).isZero();
    assertThat(session.err()).contains("warning: differs: scenario.workload.payload.bytes 32");
  }

  @Test
  void resultsOfAnotherSchemaVersionAreRefused() throws Exception {
    String main = results("main", 6, 2);
    Path newer =
        Files.writeString(folder.resolve("new.json"), "{\"schema\":\"brokerbench.run/2\"}");

    assertThat(compare(main, newer.toString(), "--force")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .startsWith("brokerbench: " + newer + ": schema brokerbench.run/2: this version compares");
    assertThat(session.err().lines()).hasSize(1);
  }

  @Test
  void aSideOfWhichNoResultIsValidHasItsOwnExitCode() throws Exception {
    String main = results("main", 6, 2);
    Path late = folder.resolve("late");
    new Session(late)
        .with(StubRig.ending(Verdict.Status.GENERATOR_LIMITED))
        .runScenario("FANIN.Q0.SINGLE");

    assertThat(compare(main, late.toString())).isEqualTo(ExitCode.RUN_IS_INVALID);
    assertThat(session.err()).contains("holds no valid result: ", "GENERATOR_LIMITED");
  }

  @Test
  void resultsOfJmhAreFoundOutByTheirContent() throws Exception {
    String json =
        """
        [ {"benchmark": "io.example.CodecBench.encode", "mode": "thrpt", "primaryMetric":
           {"score": 1, "scoreUnit": "ops/us", "rawData": [[%s]]}} ]
        """;
    Path main =
        Files.writeString(folder.resolve("main.json"), json.formatted("100,101,99,100,101,99"));
    Path slow = Files.writeString(folder.resolve("slow.json"), json.formatted("80,81,79,80,81,79"));

    assertThat(compare(main.toString(), slow.toString())).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out())
        .contains(
            "scenario    JMH", "REGRESSED    CodecBench.encode[thrpt] ops/us, by iteration -20 %");
    assertThat(compare(main.toString(), main.toString())).isZero();
  }

  @Test
  void aBaselineIsSavedShownListedAndComparedWith() throws Exception {
    String store = folder.resolve("baselines").toString();
    String main = results("main", 6, 2);

    assertThat(session.run("baseline", "save", "main", main, "--baselines", store)).isZero();
    assertThat(session.run("baseline", "list", "--baselines", store)).isZero();
    assertThat(session.run("baseline", "show", "main", "--baselines", store)).isZero();
    assertThat(session.err()).isEqualTo("saved       " + store + "/main.json\n");
    assertThat(session.out())
        .contains(
            "main  FANIN.Q0.SINGLE, Artemis 2.55.0, 6 repetitions, saved 2026-11-21T10:02:11Z")
        .contains("machine     test, 2 cores")
        .containsPattern("p99 end-to-end +2\\.0 ms   2\\.0 ms \\.\\. 2\\.0 ms");
    Session json = new Session(folder);
    json.run("baseline", "show", "main", "--json", "--baselines", store);
    assertThat(Json.mapper().readTree(json.out()).at("/subject/environment/cpuModel").asText())
        .isEqualTo("test");

    assertThat(compare("baseline:main", results("slow", 6, 3), "--baselines", store))
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(compare(store + "/main.json", results("same", 6, 2))).isZero();
  }

  @Test
  void multiplesOfAReferenceAreComparedWhateverTheMachine() throws Exception {
    String store = folder.resolve("baselines").toString();
    String reference = results("reference", 6, 1);
    session.run(
        "baseline",
        "save",
        "main",
        results("main", 6, 2),
        "--baselines",
        store,
        "--relative-to",
        reference);
    assertThat(session.err()).startsWith("saved");

    // A machine that takes three times as long.
    String slowly = results("reference-slowly", 6, 3);
    String[] relative = {"--baselines", store, "--relative-to", slowly};
    assertThat(compare("baseline:main", results("as-good", 6, 6), relative))
        .as(session.err())
        .isZero();
    assertThat(compare("baseline:main", results("worse", 6, 9), relative))
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out()).contains("REGRESSED    p50 end-to-end to the reference's +50 %");
    assertThat(compare("baseline:main", slowly, "--baselines", store))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).contains("not comparable: multiples of Artemis against nothing");
  }

  @Test
  void benchmarksOfJmhAreComparedAsMultiplesOfOneBesideThem() throws Exception {
    String json =
        """
        [ {"benchmark": "Trip.one", "mode": "avgt", "params": {"broker": "null"},
           "primaryMetric": {"rawData": [[%1$d,%1$d,%1$d,%1$d,%1$d,%1$d]]}},
          {"benchmark": "Trip.one", "mode": "avgt", "params": {"broker": "x"},
           "primaryMetric": {"rawData": [[%2$d,%2$d,%2$d,%2$d,%2$d,%2$d]]}} ]
        """;
    String main = Files.writeString(folder.resolve("a.json"), json.formatted(1, 2)).toString();
    String slow = Files.writeString(folder.resolve("b.json"), json.formatted(3, 6)).toString();

    assertThat(compare(main, slow)).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(compare(main, slow, "--relative-to", "broker=null")).as(session.err()).isZero();
    assertThat(compare(main, slow, "--relative-to", "broker=nul")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).contains("--relative-to broker=nul: no benchmark has it");
  }

  @Test
  void aBaselineOfAnotherMachineIsRefusedUnlessForced() throws Exception {
    String store = folder.resolve("baselines").toString();
    String main = results("main", 6, 2);
    session.run("baseline", "save", "main", main, "--baselines", store);
    Path file = folder.resolve("baselines/main.json");
    Files.writeString(
        file,
        Files.readString(file).replace("\"cpuModel\" : \"test\"", "\"cpuModel\" : \"other\""));

    assertThat(compare("baseline:main", main, "--baselines", store)).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).contains("not comparable: machine: processor other against test;");
    assertThat(compare("baseline:main", main, "--baselines", store, "--force")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "baseline save ../x RESULT|baseline ../x: letters, digits",
        "baseline save main none|no results at none; a file, a folder of results, or baseline:NAME",
        "baseline show none --baselines FOLDER|no baseline none in ",
        "baseline show broken --baselines FOLDER|FOLDER/broken.json: not a brokerbench.baseline/1",
        "baseline|baseline needs one of save, show, list; see baseline --help",
        "baseline sav|no command sav; did you mean save?",
        "compare RESULT|missing CANDIDATE; see brokerbench compare --help",
        "compare baseline:none RESULT --baselines FOLDER|no baseline none in ",
        "compare RESULT RESULT --tolerance p98=1%|--tolerance p98: no such figure; did you mean p9",
      })
  void whatIsWrongIsSaidInOneLine(String line) throws Exception {
    Files.writeString(folder.resolve("broken.json"), "{");
    String result = results("result", 1, 2);
    String[] parts =
        line.replace("FOLDER", folder.toString()).replace("RESULT", result).split("\\|", -1);

    assertThat(session.run(parts[0].split(" ", -1))).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).startsWith("brokerbench: " + parts[1]);
    assertThat(session.err().lines()).hasSize(1);
  }

  @Test
  void aDamagedBaselineDoesNotHideTheOthers() throws Exception {
    String store = folder.resolve("baselines").toString();
    session.run("baseline", "save", "main", results("main", 6, 2), "--baselines", store);
    Files.writeString(folder.resolve("baselines/broken.json"), "{");

    Session list = new Session(folder);
    assertThat(list.run("baseline", "list", "--baselines", store)).isZero();
    assertThat(list.out().lines().toList())
        .satisfies(lines -> assertThat(lines.get(0)).startsWith("broken  damaged: "))
        .satisfies(lines -> assertThat(lines.get(1)).startsWith("main  "));
  }

  /** Results are real documents, so that nothing is compared that could not have been measured. */
  @Test
  void theStubsResultsAreDocuments() throws Exception {
    Path out = Path.of(results("one", 1, 2));
    try (Stream<Path> files = Files.walk(out)) {
      List<Path> documents = files.filter(file -> file.endsWith("result.json")).toList();
      assertThat(
              RunResult.CODEC
                  .read(documents.get(0))
                  .latency()
                  .of(LatencyKind.END_TO_END)
                  .p99Nanos())
          .isBetween(1_980_000L, 1_990_000L);
    }
  }
}
