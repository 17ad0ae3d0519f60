package io.brokerbench.acceptance;

import static io.brokerbench.junit.BenchAssertions.assertThatJmh;
import static io.brokerbench.junit.BenchAssertions.assertThatRuns;
import static io.brokerbench.junit.Overrides.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.figure.Better;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.experiment.gate.Baseline;
import io.brokerbench.experiment.gate.BaselineStore;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.junit.Bench;
import io.brokerbench.junit.BrokerBench;
import io.brokerbench.junit.MeasuredRun;
import io.brokerbench.junit.Overrides;
import io.brokerbench.junit.RunsAssert;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * A model of a release gate: a broker's throughput and latency, by runs and by JMH, against
 * baselines that are committed.
 *
 * <p>A baseline holds no time of any machine. Everything is measured beside a broker that does
 * nothing, the null broker, run by run in turns, and compared are the multiples. They still differ
 * between machines, so what decides here is what differs least, within {@value #TOLERATED}: the
 * median latency, and not the CPU per message, whose multiple is twice as large on some machines as
 * on others. Who always measures on the same machine takes narrower tolerances, and more figures.
 * Brokers are started for each run, and starts differ, so there are eight of each. That a broker
 * which takes {@value #SLOWER} times as long fails, each test shows with a baseline that is so much
 * better in it: it still delivers what it is sent.
 */
@Tag("release")
@BrokerBench(broker = "embedded:artemis")
class ReleaseGateIT {

  private static final Path BASELINES = Tool.PROJECT.resolve("src/test/resources/baselines");
  private static final String REFERENCE = "null";
  private static final int REPETITIONS = 8;
  private static final double SLOWER = 2;
  private static final String TOLERATED = "25%";

  /** Load in which a fresh JVM compiles what it runs most; more than that changes little. */
  private static final Duration COMPILED = Duration.ofSeconds(32);

  /** The same under as many round trips as there can be. */
  private static final Duration COMPILED_FAST = Duration.ofSeconds(15);

  @TempDir private Path folder;

  @Test
  void latencyOfRunsKeepsToItsMultipleOfTheReferences(Bench bench) throws Exception {
    List<MeasuredRun> candidate = new ArrayList<>();
    List<MeasuredRun> reference = new ArrayList<>();
    for (int i = 0; i < REPETITIONS; i++) {
      reference.add(bench.on(REFERENCE).measure("FANIN.Q1.SHARED", load()));
      candidate.add(bench.measure("FANIN.Q1.SHARED", load()));
    }

    gate(
        assertThatRuns(candidate).relativeTo(reference),
        "runs.json",
        "all=report,received=5%,p50=" + TOLERATED,
        path -> path.equals("latency.endToEnd.p50"));
  }

  private static Overrides load() {
    return with()
        .publishers(20)
        .consumers(2)
        .rate(4_000)
        .warmUp(COMPILED)
        .duration(Duration.ofSeconds(4))
        .drain(Duration.ofSeconds(2))
        .attempts(5);
  }

  @Test
  void throughputAndLatencyOfBenchmarksKeepToTheirMultipleOfTheReferences() throws Exception {
    gate(
        assertThatJmh(measured()).relativeTo("broker=" + REFERENCE),
        "jmh.json",
        "all=" + TOLERATED,
        path -> true);
  }

  private Path measured() throws RunnerException {
    Path json = folder.resolve("jmh-result.json");
    new Runner(
            new OptionsBuilder()
                .include("RoundTrip.publishDeliver")
                .param("broker", REFERENCE, "embedded:artemis")
                .param("qos", "0")
                .mode(Mode.SampleTime)
                .mode(Mode.Throughput)
                .forks(0)
                .warmupIterations(1)
                .warmupTime(TimeValue.seconds(COMPILED_FAST.toSeconds()))
                .measurementIterations(REPETITIONS)
                .measurementTime(TimeValue.seconds(1))
                .resultFormat(ResultFormatType.JSON)
                .result(json.toString())
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build())
        .run();
    return json;
  }

  private void gate(
      RunsAssert figures, String baseline, String tolerance, Predicate<String> decides)
      throws IOException {
    figures.isSavedAs(Path.of("target", "brokerbench", "today-" + baseline));
    Path committed = BASELINES.resolve(baseline);
    figures.hasNotRegressedFrom(committed, tolerance);
    List<Figure> deciding =
        BaselineStore.readFile(committed).figures().stream()
            .map(FigureValues::figure)
            .filter(figure -> decides.test(figure.path()))
            .toList();
    assertThat(deciding).isNotEmpty();
    Path better = better(committed, deciding);
    assertThatThrownBy(() -> figures.hasNotRegressedFrom(better, tolerance))
        .as("against a baseline that is %s times better", SLOWER)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("REGRESSED");
  }

  private Path better(Path committed, List<Figure> in) throws IOException {
    Baseline baseline = BaselineStore.readFile(committed);
    List<FigureValues> better =
        baseline.figures().stream()
            .map(each -> in.contains(each.figure()) ? better(each) : each)
            .toList();
    return new BaselineStore(folder)
        .save(
            new Baseline(
                baseline.schema(),
                "better",
                baseline.savedAt(),
                baseline.subject(),
                better,
                baseline.contracts(),
                baseline.incomplete()));
  }

  private static FigureValues better(FigureValues each) {
    double factor = each.figure().better() == Better.HIGHER ? SLOWER : 1 / SLOWER;
    return new FigureValues(each.figure(), each.values().stream().map(v -> v * factor).toList());
  }
}
