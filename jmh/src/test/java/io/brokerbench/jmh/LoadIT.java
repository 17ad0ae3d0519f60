package io.brokerbench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.testkit.broker.FaultyBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What brokers carry, in this JVM, and in the jar what becomes of a broker that does not start. */
class LoadIT {

  @TempDir private Path temporary;

  @BeforeEach
  void keepResultsApart() {
    System.setProperty(Load.RESULTS, temporary.toString());
  }

  @AfterEach
  void restore() {
    System.clearProperty(Load.RESULTS);
  }

  private Collection<RunResult> measure(
      String benchmark, String scenario, String broker, String set) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("Load." + benchmark + "$")
            .param("broker", broker)
            .param("inFlight", "40")
            .param("set", set)
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(1)
            .measurementTime(TimeValue.milliseconds(200))
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    return new Runner(options.param("scenario", scenario).build()).run();
  }

  private void measures(String family, String scenario, String broker, String set)
      throws RunnerException {
    assertThat(measure(family + ".messages", scenario, broker, set))
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.getParams().getMode()).isEqualTo(Mode.Throughput);
              assertThat(result.getPrimaryResult().getScoreUnit()).isEqualTo("ops/s");
              assertThat(result.getPrimaryResult().getScore()).isPositive();
            });
    assertThat(temporary).isDirectoryRecursivelyContaining("glob:**/result.json");
  }

  @Test
  void fanInOnTheNullBroker() throws Exception {
    measures("FanIn", "FANIN.Q1.PARTITIONS", "null", "topology.publishers=20");
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({
    "FanIn, FANIN.Q0.PARTITIONS",
    "SharedSubscription, FANIN.Q1.SHARED",
    "Persistent, FANIN.Q1.PERSISTENT.SHARED",
    "Persistent, FANIN.Q2.PERSISTENT.SHARED",
    "Pair, FANIN.Q1.HA.PERSISTENT.SHARED",
  })
  void eachFamilyOfMqttOnTheEmbeddedBroker(String family, String scenario) throws Exception {
    measures(family, scenario, "embedded:artemis", "topology.publishers=20;topology.consumers=2");
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({"QUEUE.PERSISTENT", "TOPIC.PERSISTENT"})
  void jmsOnTheEmbeddedBroker(String scenario) throws Exception {
    measures("Jms", scenario, "embedded:artemis", "topology.publishers=2;topology.consumers=2");
  }

  /** JMH's state of a failed benchmark stays in its JVM, so no other test here runs this method. */
  @Test
  void aBrokenContractFailsTheBenchmarkWithItsReason() {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().dropEvery(100);
      String address = broker.endpoints().get(0).uri();
      assertThatThrownBy(
              () ->
                  measure(
                      "FanIn.timePerMessage",
                      "FANIN.Q1.PARTITIONS",
                      address,
                      "topology.publishers=20;topology.consumers=2;phases.quietPeriod=200ms"))
          .isInstanceOf(RunnerException.class)
          .hasStackTraceContaining("CONTRACT_BROKEN: ")
          .hasStackTraceContaining(" were lost, and ")
          .hasStackTraceContaining("results in " + temporary);
    }
  }

  /** The next one runs all the same. */
  @Test
  void aBrokerThatDoesNotStartFailsTheBenchmarkWithItsReason() throws Exception {
    Process jar =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Path.of("target", "benchmarks.jar").toString(),
                "Load.FanIn.messages",
                "-p",
                "scenario=FANIN.Q1.PARTITIONS",
                "-p",
                "broker=embedded:artemis?jvm=-Xmx8m,null",
                "-p",
                "set=topology.publishers=20",
                "-wi",
                "0",
                "-i",
                "1",
                "-r",
                "200ms",
                "-jvmArgsAppend",
                "-Djava.io.tmpdir=" + temporary + " -Dbrokerbench.results=" + temporary)
            .redirectErrorStream(true)
            .start();
    String said = new String(jar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jar.waitFor()).as(said).isEqualTo(1);
    assertThat(said)
        .contains("Artemis did not start (exit code 1): \"the JVM does not start")
        .containsPattern("Failed, for the reasons above: .*Load.FanIn.messages broker=embedded")
        .containsPattern("Load.FanIn.messages +null .* ops/s");
  }
}
