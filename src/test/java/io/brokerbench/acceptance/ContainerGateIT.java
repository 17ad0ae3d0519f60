package io.brokerbench.acceptance;

import static io.brokerbench.junit.BenchAssertions.assertThat;
import static io.brokerbench.junit.Overrides.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.jmh.Load;
import io.brokerbench.junit.Bench;
import io.brokerbench.junit.BrokerBench;
import io.brokerbench.junit.MeasuredRun;
import io.brokerbench.junit.Overrides;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.Transferable;

/**
 * Release tests and benchmarks on containers, as docs/junit.md and docs/jmh.md show them: those
 * that the tool starts by their products, and one that a test starts itself with Testcontainers.
 */
@Tag("containers")
@BrokerBench
class ContainerGateIT {

  private static final String SETTINGS = "listener 1883\nallow_anonymous true\n";

  private static String image(String product) throws InterruptedException {
    String image = "brokerbench/" + product + ":local";
    assumeTrue(
        Commands.succeeds("docker", "image", "inspect", image),
        "no Docker with an image " + image + " here: scripts/build-images " + product);
    return image;
  }

  private static Overrides small() {
    return with()
        .publishers(20)
        .consumers(2)
        .rate(200)
        .warmUp(Duration.ofSeconds(1))
        .duration(Duration.ofSeconds(2))
        .attempts(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mosquitto", "rabbitmq", "artemis"})
  void aContainerIsChosenAsAnyBroker(String product, Bench bench) throws Exception {
    MeasuredRun run =
        bench
            .on("container:%s=%s".formatted(product, image(product)))
            .run("FANIN.Q1.PARTITIONS", small());
    assertThat(run).losesNothing().duplicatesNothing();
    assertThat(run.result().broker().origin()).isEqualTo(Origin.CONTAINER);
    assertThat(run.result().brokerUsage().orElseThrow().cpuSeconds()).isPositive();
  }

  @Test
  void aContainerOfTheTestsOwnIsMeasuredByItsAddress(Bench bench) throws Exception {
    String image = image("mosquitto");
    assumeTrue(
        "true".equals(System.getenv("TESTCONTAINERS_RYUK_DISABLED"))
            || Commands.succeeds("sh", "-c", "docker image ls | grep -q testcontainers/ryuk"),
        "no image of Testcontainers' reaper here: set TESTCONTAINERS_RYUK_DISABLED=true");
    try (GenericContainer<?> broker = new GenericContainer<>(image)) {
      broker
          .withExposedPorts(1883)
          .withCopyToContainer(Transferable.of(SETTINGS), "/mosquitto/config/mosquitto.conf")
          .start();
      String address = "mqtt://%s:%d".formatted(broker.getHost(), broker.getMappedPort(1883));
      MeasuredRun run = bench.on(address).run("FANIN.Q1.SHARED", small());
      assertThat(run).losesNothing().duplicatesNothing();
      assertThat(run.result().broker().origin()).isEqualTo(Origin.REMOTE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mosquitto", "rabbitmq", "artemis"})
  void aBenchmarkHasItAsItsParameter(String product) throws Exception {
    String selector = "container:%s=%s".formatted(product, image(product));
    assertThat(
            new Runner(
                    new OptionsBuilder()
                        .include(Load.FanIn.class.getCanonicalName() + ".messages$")
                        .param("scenario", "FANIN.Q1.PARTITIONS")
                        .param("broker", selector)
                        .param("inFlight", "40")
                        .param("set", "topology.publishers=20;topology.consumers=2")
                        .forks(1)
                        .jvmArgsAppend("-Dbrokerbench.results=target/brokerbench/ContainerGateIT")
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(500))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run())
        .singleElement()
        .satisfies(result -> assertThat(result.getPrimaryResult().getScore()).isPositive());
  }
}
