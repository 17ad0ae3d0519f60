package io.brokerbench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Round trips through a real broker, in a JVM that JMH forks. */
@Tag("release")
class RoundTripIT {

  private static final int ATTEMPTS = 3;
  private static final int BURST = 200;

  @TempDir private Path temporary;

  /** What else a machine does at the wrong moment says nothing, so it is looked at again. */
  @Test
  void aBurstCostsLessThanItsMessagesOneByOneAndNothingIsLeft() throws Exception {
    double ratio = Double.MAX_VALUE;
    for (int i = 0; i < ATTEMPTS && ratio >= 1; i++) {
      Collection<RunResult> results = measure();
      ratio = median(results, "publishDeliverAll") / BURST / median(results, "publishDeliver");
      assertThat(ownProcesses()).as("processes that are left").isEmpty();
      assertThat(filesLeft()).as("folders of brokers that are left").isEmpty();
    }
    assertThat(ratio).as("of one of a burst, to one alone").isLessThan(1);
  }

  /** As docs/jmh.md starts them: the jar has all that its forks need. */
  @Test
  void theJarMeasuresAcknowledgedRoundTripsAndConnects() throws Exception {
    JsonNode results = jar("RoundTrip.publishAcknowledge|Connect.reconnect");
    assertThat(results.findValuesAsText("benchmark"))
        .containsExactlyInAnyOrder(
            "io.brokerbench.jmh.RoundTrip.publishAcknowledge",
            "io.brokerbench.jmh.Connect.reconnect");
    for (JsonNode result : results) {
      assertThat(result.at("/primaryMetric/score").asDouble()).isPositive();
      assertThat(result.at("/params/qos").asText("1")).isEqualTo("1");
    }
    assertThat(ownProcesses()).as("processes that are left").isEmpty();
    assertThat(filesLeft()).as("folders of brokers that are left").isEmpty();
  }

  /** Each is another client library, which JMH's forks have to bring along. */
  @Test
  void theJarMeasuresWithEachDriver() throws Exception {
    JsonNode results = jar("RoundTrip.publishAcknowledge", "-p", "driver=swarm,hivemq,paho");
    assertThat(results.findValuesAsText("driver"))
        .containsExactlyInAnyOrder("swarm", "hivemq", "paho");
    for (JsonNode result : results) {
      assertThat(result.at("/primaryMetric/score").asDouble()).isPositive();
    }
    assertThat(ownProcesses()).as("processes that are left").isEmpty();
  }

  private JsonNode jar(String include, String... more) throws Exception {
    Path json = temporary.resolve("jmh.json");
    Path log = temporary.resolve("jmh.log");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Path.of("target", "benchmarks.jar").toString(),
                include,
                "-bm",
                "sample",
                "-f",
                "1",
                "-wi",
                "0",
                "-i",
                "1",
                "-r",
                "300ms",
                "-jvmArgsAppend",
                "-Djava.io.tmpdir=" + temporary,
                "-rf",
                "json",
                "-rff",
                json.toString()));
    command.addAll(List.of(more));
    Process jar =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    assertThat(jar.waitFor()).as("%s", Files.readString(log)).isZero();
    return new ObjectMapper().readTree(json.toFile());
  }

  private Collection<RunResult> measure() throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include("RoundTrip.publishDeliver|Burst")
                .param("burst", Integer.toString(BURST))
                // Without a journal, whose syncs would take all of the time.
                .param("qos", "0")
                .mode(Mode.SampleTime)
                .forks(1)
                .jvmArgsAppend("-Djava.io.tmpdir=" + temporary)
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(1_500)) // the broker's JVM is new, too
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(500))
                .shouldFailOnError(true)
                .build())
        .run();
  }

  private static double median(Collection<RunResult> results, String method) {
    return results.stream()
        .filter(result -> result.getParams().getBenchmark().endsWith("." + method))
        .mapToDouble(result -> result.getPrimaryResult().getStatistics().getPercentile(50))
        .findFirst()
        .orElseThrow();
  }

  /** Those that know our folder: the fork, and the broker that it started. */
  private List<String> ownProcesses() {
    return ProcessHandle.allProcesses()
        .map(process -> process.info().commandLine().orElse(""))
        .filter(line -> line.contains(temporary.toString()))
        .toList();
  }

  private List<Path> filesLeft() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> file.getFileName().toString().startsWith("brokerbench")).toList();
    }
  }
}
