package io.brokerbench.junit;

import static io.brokerbench.junit.BenchAssertions.assertThatJmh;
import static io.brokerbench.junit.BenchAssertions.assertThatRuns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.experiment.gate.BaselineStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Comparisons of runs with figures that are put in. */
class RunsAssertTest {

  /** Six repetitions differ by some percent. */
  private static final double[] NOISE = {0.99, 1.01, 1.0, 1.02, 0.98, 1.005};

  @TempDir private Path folder;

  /** Runs whose latencies are a multiple of the example's. */
  private static List<MeasuredRun> runs(double slower, int cores) {
    return IntStream.range(0, NOISE.length).mapToObj(i -> run(slower * NOISE[i], cores)).toList();
  }

  private static MeasuredRun run(double slower, int cores) {
    return ExampleRun.with(
        result -> {
          ExampleRun.at(result, "environment").put("cores", cores);
          ExampleRun.at(result, "latency", "endToEnd")
              .put("p50Nanos", Math.round(610_000 * slower))
              .put("p99Nanos", Math.round(7_300_000 * slower))
              .put("p999Nanos", Math.round(9_100_000 * slower));
        });
  }

  @Test
  void runsThatAreAsGoodPassAndWorseOnesFailWithTheFigures() {
    assertThatRuns(runs(1.02, 2)).isNotWorseThan(runs(1, 2), "all=10%");
    assertThatThrownBy(() -> assertThatRuns(runs(1.5, 2)).isNotWorseThan(runs(1, 2), "all=10%"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(
            "REGRESSED  worse than tolerated: p50 end-to-end",
            "tolerance 10 %",
            "results in target/brokerbench");
  }

  @Test
  void oneRunAloneShowsNothing() {
    Path baseline = folder.resolve("main.json");
    assertThatRuns(runs(1, 2)).isSavedAs(baseline);
    assertThatThrownBy(
            () -> BenchAssertions.assertThat(run(1, 2)).isNotWorseThan(baseline, "all=10%"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("INCONCLUSIVE")
        .hasMessageMatching(
            "(?s).*1 repetition\\s+of\\s+a\\s+side;\\s+a\\s+verdict\\s+needs\\s+6.*");
    assertThatRuns(runs(1, 2)).isNotWorseThan(baseline, "all=10%");
  }

  @Test
  void whatCannotTellIsNoRegression() {
    Path baseline = folder.resolve("main.json");
    assertThatRuns(runs(1, 2)).isSavedAs(baseline);
    RunsAssert one = assertThatRuns(List.of(run(1, 2)));
    assertThatNoException().isThrownBy(() -> one.hasNotRegressedFrom(baseline, "all=10%"));
    assertThatThrownBy(() -> assertThatRuns(runs(2, 2)).hasNotRegressedFrom(baseline, "all=10%"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("REGRESSED");
  }

  @Test
  void aBaselineThatIsMissingIsWrittenToBeCopied() {
    Path baseline = folder.resolve("baselines").resolve("next.json");
    assertThatThrownBy(() -> assertThatRuns(runs(1, 2)).isNotWorseThan(baseline, "all=10%"))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "no baseline at %s; what was measured now is in target/brokerbench/next.json: copy it"
                + " there",
            baseline);
    assertThat(BaselineStore.readFile(Path.of("target/brokerbench/next.json")).name())
        .isEqualTo("next");
  }

  @Test
  void aDamagedBaselineOrOneOfAnotherVersionIsNamed() throws Exception {
    Path damaged = Files.writeString(folder.resolve("damaged.json"), "{\"schema\":");
    assertThatThrownBy(() -> assertThatRuns(runs(1, 2)).isNotWorseThan(damaged, "all=10%"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith(damaged + ": not JSON");
    Path later =
        Files.writeString(folder.resolve("later.json"), "{\"schema\":\"brokerbench.baseline/9\"}");
    assertThatThrownBy(() -> assertThatRuns(runs(1, 2)).isNotWorseThan(later, "all=10%"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("schema brokerbench.baseline/9");
  }

  @Test
  void anotherMachineAbortsTheTestUnlessTheFiguresAreRelativeToAReference() {
    Path absolute = folder.resolve("absolute.json");
    Path relative = folder.resolve("relative.json");
    assertThatRuns(runs(1, 2)).isSavedAs(absolute);
    assertThatRuns(runs(1, 2)).relativeTo(runs(0.5, 2)).isSavedAs(relative);

    // A machine that takes three times as long for both.
    assertThatThrownBy(() -> assertThatRuns(runs(3, 4)).isNotWorseThan(absolute, "all=10%"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContainingAll("machine: cores 2 against 4", "relativeTo");
    assertThatRuns(runs(3, 4)).relativeTo(runs(1.5, 4)).isNotWorseThan(relative, "all=10%");
    assertThatThrownBy(
            () ->
                assertThatRuns(runs(4, 4))
                    .relativeTo(runs(1.5, 4))
                    .isNotWorseThan(relative, "all=10%"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("REGRESSED", "p50 end-to-end to the reference's");
  }

  @Test
  void aReferenceIsOfTheSameMachineAndAsLarge() {
    RunsAssert runs = assertThatRuns(runs(1, 2));
    assertThatThrownBy(() -> runs.relativeTo(runs(1, 4)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("machine: cores 4 against 2");
    assertThatThrownBy(() -> runs.relativeTo(List.of(run(1, 2))))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("as many repetitions");
  }

  private static MeasuredRun late() {
    return ExampleRun.with(
        result -> {
          ExampleRun.at(result, "environment").put("cores", 2);
          ExampleRun.at(result, "verdict").put("status", "GENERATOR_LIMITED");
        });
  }

  /** They would abort a test, and a broker that takes the generator's CPU would go free. */
  @Test
  void runsThatSayNothingAreLeftOutAndMoreOfThemThanByChanceFail() {
    List<MeasuredRun> one = Stream.concat(runs(1, 2).stream(), Stream.of(late())).toList();
    List<MeasuredRun> half =
        Stream.concat(runs(1, 2).stream(), Stream.generate(RunsAssertTest::late).limit(6)).toList();

    assertThatRuns(one).isNotWorseThan(runs(1, 2), "all=10%");
    assertThatThrownBy(() -> assertThatRuns(half).isNotWorseThan(runs(1, 2), "all=10%"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("6 of 12 results");
    assertThatThrownBy(() -> assertThatRuns(List.of(late())).isNotWorseThan(runs(1, 2), "all=10%"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("holds no valid result");
    Path baseline = folder.resolve("main.json");
    assertThatRuns(runs(1, 2)).isSavedAs(baseline);
    assertThatThrownBy(
            () -> assertThatRuns(List.of(late())).hasNotRegressedFrom(baseline, "all=10%"))
        .as("nothing is known of it")
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("holds no valid result");
    assertThatThrownBy(() -> assertThatRuns(runs(1, 2)).isNotWorseThan(List.of(late()), "all=10%"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("holds no valid result");
  }

  @Test
  void whereOneOfAPairSaysNothingThePairHasNoMultiple() {
    Path baseline = folder.resolve("relative.json");
    assertThatRuns(runs(1, 2)).relativeTo(runs(0.5, 2)).isSavedAs(baseline);
    List<MeasuredRun> candidate = Stream.concat(runs(1, 2).stream(), Stream.of(late())).toList();
    List<MeasuredRun> reference =
        Stream.concat(runs(0.5, 2).stream(), Stream.of(run(0.5, 2))).toList();

    assertThatRuns(candidate).relativeTo(reference).isNotWorseThan(baseline, "all=10%");
    assertThatThrownBy(() -> assertThatRuns(List.of(late())).relativeTo(List.of(run(1, 2))))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("holds no valid result");
    assertThatThrownBy(() -> assertThatRuns(List.of(run(1, 2))).relativeTo(List.of(late())))
        .isInstanceOf(TestAbortedException.class);
  }

  @Test
  void benchmarksOfJmhAreComparedByTheirRatioToAReference() throws Exception {
    Path baseline = folder.resolve("jmh-baseline.json");
    assertThatJmh(jmh("then.json", 10, 20)).relativeTo("broker=null").isSavedAs(baseline);

    assertThatJmh(jmh("slow-machine.json", 30, 60))
        .relativeTo("broker=null")
        .isNotWorseThan(baseline, "all=10%");
    assertThatThrownBy(
            () ->
                assertThatJmh(jmh("worse.json", 10, 30))
                    .relativeTo("broker=null")
                    .isNotWorseThan(baseline, "all=10%"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("REGRESSED", "RoundTrip.publishDeliver[sample,broker=x,qos=0]");
    RunsAssert jmh = assertThatJmh(jmh("other.json", 1, 2));
    assertThatThrownBy(() -> jmh.relativeTo("broker=y"))
        .hasMessage("reference broker=y: no benchmark has it");
    assertThatThrownBy(() -> jmh.relativeTo("null")).hasMessageContaining("such as broker=null");
  }

  /** JMH's file does not say on which machine it was made. */
  @Test
  void aBaselineOfJmhHasTheMachineThatMadeIt() throws Exception {
    Path baseline = folder.resolve("absolute-jmh.json");
    assertThatJmh(jmh("now.json", 10, 20)).isSavedAs(baseline);
    assertThat(BaselineStore.readFile(baseline).subject().environment()).isPresent();
    String elsewhere =
        Files.readString(baseline).replaceAll("\"cores\" : [0-9]+", "\"cores\" : 999");
    Files.writeString(baseline, elsewhere);
    assertThatThrownBy(
            () -> assertThatJmh(jmh("later.json", 10, 20)).isNotWorseThan(baseline, "all=10%"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("machine: cores 999 against");
  }

  private Path jmh(String name, double reference, double candidate) throws Exception {
    return Files.writeString(
        folder.resolve(name),
        "[%s,%s]".formatted(benchmark("null", reference), benchmark("x", candidate)));
  }

  private static String benchmark(String broker, double micros) {
    List<Double> scores = DoubleStream.of(NOISE).map(noise -> noise * micros).boxed().toList();
    return """
    {"benchmark": "io.example.RoundTrip.publishDeliver", "mode": "sample",
     "params": {"broker": "%s", "qos": "0"},
     "primaryMetric": {"scoreUnit": "us/op", "rawData": [%s]}}
    """
        .formatted(broker, scores);
  }
}
