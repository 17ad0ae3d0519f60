package io.brokerbench.acceptance;

import static io.brokerbench.junit.BenchAssertions.assertThatJmh;
import static io.brokerbench.junit.BenchAssertions.assertThatRuns;
import static io.brokerbench.junit.Overrides.with;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.figure.Better;
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
 * between machines, so the tolerances here are wide, and what is inconclusive passes; who always
 * measures on the same machine takes narrower ones. That it fails at all, each test shows with a
 * baseline that is a thousand times better.
 */
@Tag("release")
@BrokerBench(broker = "embedded:artemis")
class ReleaseGateIT {

  private static final Path BASELINES = Tool.PROJECT.resolve("src/test/resources/baselines");
  private static final String REFERENCE = "null";
  private static final int REPETITIONS = 6;
  private static final double MUCH = 1_000;

  @TempDir private Path folder;

  @Test
  void latencyAndCpuOfRunsKeepToTheirMultipleOfTheReferences(Bench bench) throws Exception {
    List<MeasuredRun> candidate = new ArrayList<>();
    List<MeasuredRun> reference = new ArrayList<>();
    for (int i = 0; i < REPETITIONS; i++) {
      reference.add(bench.on(REFERENCE).run("FANIN.Q1.SHARED", load()));
      candidate.add(bench.run("FANIN.Q1.SHARED", load()));
    }

    gate(
        assertThatRuns(candidate).relativeTo(reference),
        "runs.json",
        "all=400%,p99=900%,acknowledge.p99=900%,received=20%,p999=off,acknowledge.p999=off,"
            + "peakRss=off");
  }

  private static Overrides load() {
    return with()
        .publishers(20)
        .consumers(2)
        .rate(1_000)
        .warmUp(Duration.ofMillis(200))
        .duration(Duration.ofMillis(400))
        .drain(Duration.ofSeconds(2))
        .attempts(5);
  }

  @Test
  void throughputAndLatencyOfBenchmarksKeepToTheirMultipleOfTheReferences() throws Exception {
    gate(
        assertThatJmh(measured()).relativeTo("broker=" + REFERENCE),
        "jmh.json",
        "all=400%,RoundTrip.publishDeliver[thrpt,broker=embedded:artemis,driver=swarm,payload=32,"
            + "qos=0]=90%");
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
                .warmupTime(TimeValue.milliseconds(1_000))
                .measurementIterations(REPETITIONS)
                .measurementTime(TimeValue.milliseconds(100))
                .resultFormat(ResultFormatType.JSON)
                .result(json.toString())
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build())
        .run();
    return json;
  }

  private void gate(RunsAssert figures, String baseline, String tolerance) throws IOException {
    figures.isSavedAs(Path.of("target", "brokerbench", "today-" + baseline));
    Path committed = BASELINES.resolve(baseline);
    figures.hasNotRegressedFrom(committed, tolerance);
    Path better = muchBetter(committed);
    assertThatThrownBy(() -> figures.hasNotRegressedFrom(better, tolerance))
        .as("against a baseline that is a thousand times better")
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("REGRESSED");
  }

  private Path muchBetter(Path committed) throws IOException {
    Baseline baseline = BaselineStore.readFile(committed);
    List<FigureValues> better =
        baseline.figures().stream()
            .map(
                each -> {
                  double factor = each.figure().better() == Better.HIGHER ? MUCH : 1 / MUCH;
                  return new FigureValues(
                      each.figure(), each.values().stream().map(v -> v * factor).toList());
                })
            .toList();
    return new BaselineStore(folder)
        .save(
            new Baseline(
                baseline.schema(),
                "better",
                baseline.savedAt(),
                baseline.subject(),
                better,
                baseline.contracts()));
  }
}
