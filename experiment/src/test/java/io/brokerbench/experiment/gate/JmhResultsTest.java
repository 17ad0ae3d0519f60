package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.Better;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.experiment.metric.Comparability;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.Tolerances;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhResultsTest {

  /** A benchmark of two forks, in a mode. */
  static final String ONE =
      """
      [ {"benchmark": "io.example.CodecBench.encode", "mode": "%s", "params": {"bytes": "32"},
         "primaryMetric": {"score": 2.0, "scoreUnit": "ops/us",
           "rawData": [[1.0, 2.0, 3.0], [2.0, 2.5, 3.0]]}} ]
      """;

  @TempDir private Path folder;

  private Repetitions jmh(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return new StoredResults(new BaselineStore(folder)).read(List.of(file.toString()));
  }

  private static GateVerdict verdict(Repetitions baseline, Repetitions candidate) {
    return CompareResult.of(Instant.EPOCH, baseline, candidate, List.of(), Tolerances.USUAL)
        .verdict();
  }

  private static String benchmark(String broker, double score) {
    return """
    {"benchmark": "io.example.Trip.one", "mode": "avgt", "params": {"broker": "%s", "qos": "0"},
     "primaryMetric": {"rawData": [[%s, %s]]}}
    """
        .formatted(broker, score, score);
  }

  @Test
  void aBenchmarkThatOnlyTheBaselineHasKeepsTheCandidateFromPassing() throws IOException {
    String scores = "[2.0, 2.01, 1.99, 2.0, 2.01, 1.99, 2.0, 2.01]";
    String one = benchmark("x", 2.0).replace("[2.0, 2.0]", scores);
    String other = benchmark("y", 2.0).replace("[2.0, 2.0]", scores);
    Repetitions both = jmh("both.json", "[" + one + "," + other + "]");
    Repetitions single = jmh("single.json", "[" + one + "]");

    assertThat(verdict(both, both).decision()).isEqualTo(Decision.PASS);
    assertThat(verdict(single, both).decision()).isEqualTo(Decision.PASS);
    GateVerdict missing = verdict(both, single);
    assertThat(missing.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(missing.reason())
        .isEqualTo(
            "the candidate has no result of Trip.one[avgt,broker=y,qos=0], the baseline has");
  }

  @Test
  void jmhsScoresAreReadByTheirIterationsAndTheirMode() throws IOException {
    Repetitions throughput = jmh("a.json", ONE.formatted("thrpt"));
    FigureValues values = throughput.figures().get(0);
    assertThat(values.figure().path()).isEqualTo("CodecBench.encode[thrpt,bytes=32]");
    assertThat(values.figure().better()).isEqualTo(Better.HIGHER);
    assertThat(values.values()).containsExactly(1.0, 2.0, 3.0, 2.0, 2.5, 3.0);

    Repetitions time = jmh("b.json", ONE.formatted("avgt"));
    assertThat(time.figures().get(0).figure().better()).isEqualTo(Better.LOWER);
  }

  @Test
  void manyForksOfJmhAreTheRepetitionsAndSampledTimesAreMeans() throws IOException {
    String forks = "[1.0,3.0],".repeat(5) + "[1.0,3.0]";
    String json = ONE.replace("[1.0, 2.0, 3.0], [2.0, 2.5, 3.0]", forks).formatted("avgt");
    assertThat(jmh("a.json", json).figures().get(0).values())
        .containsExactly(2.0, 2.0, 2.0, 2.0, 2.0, 2.0);

    String sampled =
        ONE.replace(
                "\"rawData\": [[1.0, 2.0, 3.0], [2.0, 2.5, 3.0]]",
                "\"rawDataHistogram\": [[[[1.0, 3], [5.0, 1]], [[2.0, 2]]]]")
            .formatted("sample");
    assertThat(jmh("b.json", sampled).figures().get(0).values()).containsExactly(2.0, 2.0);
  }

  @Test
  void benchmarksOfJmhAreMultiplesOfTheOneWithTheReferencesParameter() throws IOException {
    String json = benchmark("null", 2.0) + "," + benchmark("x", 6.0) + "," + benchmark("y", 8.0);
    Repetitions relative = jmh("a.json", "[" + json + "]").relativeTo("broker=null");

    assertThat(relative.figures())
        .extracting(each -> each.figure().path() + " " + each.values())
        .containsExactly(
            "Trip.one[avgt,broker=x,qos=0] [3.0, 3.0]", "Trip.one[avgt,broker=y,qos=0] [4.0, 4.0]");
  }

  @Test
  void scoresInOtherUnitsAreRefusedAndBenchmarksOfOneSideOnlyAreNamed() throws IOException {
    String thrpt = ONE.formatted("thrpt");
    Repetitions micros = jmh("a.json", thrpt);
    assertThat(micros.comparability(jmh("same.json", thrpt)))
        .isEqualTo(new Comparability(List.of(), List.of(), List.of()));
    assertThat(micros.comparability(jmh("b.json", thrpt.replace("ops/us", "ops/ms"))).refusals())
        .containsExactly(
            "CodecBench.encode[thrpt,bytes=32] ops/us, by iteration against"
                + " CodecBench.encode[thrpt,bytes=32] ops/ms, by iteration");
    assertThat(micros.comparability(jmh("c.json", thrpt.replace("encode", "decode"))).warnings())
        .containsExactly(
            "not compared, as the candidate lacks it: CodecBench.encode[thrpt,bytes=32]",
            "not compared, as the baseline lacks it: CodecBench.decode[thrpt,bytes=32]");
  }

  /** What scatters from fork to fork is in one of both only. */
  @Test
  void forksAreNotComparedWithIterationsAndEachBenchmarkHasItsOwn() throws IOException {
    String sixForks =
        ONE.replace("[1.0, 2.0, 3.0], [2.0, 2.5, 3.0]", "[1.0,3.0],".repeat(5) + "[2]");
    Repetitions forks = jmh("forks.json", sixForks.formatted("thrpt"));
    Repetitions iterations = jmh("iterations.json", ONE.formatted("thrpt"));

    assertThat(forks.comparability(iterations).refusals())
        .containsExactly(
            "CodecBench.encode[thrpt,bytes=32] ops/us against CodecBench.encode[thrpt,bytes=32]"
                + " ops/us, by iteration");
    String other = benchmark("x", 2.0);
    String both = sixForks.formatted("thrpt").replaceFirst("]\\s*$", "," + other + "]");
    assertThat(jmh("both.json", both).figures())
        .extracting(each -> each.figure().title() + " " + each.values().size())
        .containsExactly(
            "CodecBench.encode[thrpt,bytes=32] ops/us 6",
            "Trip.one[avgt,broker=x,qos=0], by iteration 2");
  }

  @Test
  void benchmarksOfOneNameAreDistinguishedByPackageAndThreads() throws IOException {
    String one = benchmark("x", 2.0);
    String elsewhere = one.replace("io.example", "io.other");
    String four = one.replace("\"mode\"", "\"threads\": 4, \"mode\"");
    String single = one.replace("\"mode\"", "\"threads\": 1, \"mode\"");

    assertThat(jmh("packages.json", "[" + one + "," + elsewhere + "]").figures())
        .extracting(each -> each.figure().path())
        .containsExactly(
            "io.example.Trip.one[avgt,broker=x,qos=0]", "io.other.Trip.one[avgt,broker=x,qos=0]");
    assertThat(jmh("threads.json", "[" + single + "," + four + "]").figures())
        .extracting(each -> each.figure().path())
        .containsExactly(
            "io.example.Trip.one[avgt,broker=x,qos=0,threads=1]",
            "io.example.Trip.one[avgt,broker=x,qos=0,threads=4]");
    assertThatThrownBy(() -> jmh("same.json", "[" + one + "," + one + "]"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageEndingWith("two results of Trip.one[avgt,broker=x,qos=0]");
  }

  @Test
  void figuresThatNameNoMachineAreOfThisOne() throws IOException {
    Environment here = new ExampleResult().build().environment();
    Repetitions raw = jmh("a.json", ONE.formatted("thrpt"));
    assertThat(raw.measuredOn(here).subject().environment()).contains(here);
    Repetitions reported = Repetitions.ofRuns(List.of(new ExampleResult().build()), "run");
    assertThat(reported.measuredOn(here)).isSameAs(reported);
  }
}
