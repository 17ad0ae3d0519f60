package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.metric.RunMeasurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs on containers that need more of them than plain MQTT. */
@Tag("containers")
class ContainerRunsIT {

  @TempDir private Path folder;

  private static String selector(String product) throws InterruptedException {
    String image = "brokerbench/" + product + ":local";
    assumeTrue(
        Commands.succeeds("docker", "image", "inspect", image),
        "no Docker with an image " + image + " here: scripts/build-images " + product);
    return "container:" + product + "=" + image;
  }

  /** Judged by its account: a machine that is late changes nothing of that. */
  private RunResult run(Tool tool, String options) throws IOException {
    Outcome outcome = tool.run(List.of(("run --json " + options).split(" ", -1)));
    assertThat(outcome.complaints()).isEmpty();
    tool.leftNothing(outcome);
    return RunResult.CODEC.read(outcome.out());
  }

  /** As before a release: the image of the last one, and the one that was just built. */
  @Test
  void twoImagesAreComparedEachRunInAContainerOfItsOwn() throws Exception {
    String released = selector("mosquitto");
    String image = released.replaceFirst(".*=", "");
    String built = "brokerbench/mosquitto:candidate-" + ProcessHandle.current().pid();
    assertThat(Commands.succeeds("docker", "tag", image, built)).isTrue();
    try {
      Tool tool = new Tool(folder);
      Outcome outcome =
          tool.run(
              List.of(
                  ("ab FANIN.Q0.SHARED --baseline %s --candidate container:mosquitto=%s --rounds 6"
                          + " --publishers 10 --consumers 2 --rate 500 --warmup 1s"
                          + " --duration 1s")
                      .formatted(released, built)
                      .split(" ", -1)));
      AbResult result =
          AbResult.CODEC.read(Files.readString(tool.resultFolder().resolve("ab.json")));
      assertThat(result.candidate().selector()).endsWith(built);
      if (outcome.exitCode() == Tool.INVALID) { // this machine was late, and no broker is accused
        assertThat(result.rejected())
            .isNotEmpty()
            .allMatch(run -> run.status() == RunMeasurement.Status.INVALID);
      } else {
        assertThat(outcome.exitCode()).as("%s", outcome).isIn(0, 1);
        assertThat(result.rounds()).hasSize(6);
        assertThat(result.candidate().broker().orElseThrow().origin()).isEqualTo(Origin.CONTAINER);
        assertThat(result.verdict().figures())
            .extracting(figure -> figure.figure().path())
            .contains("throughput.received", "latency.endToEnd.p99", "messages.loss");
      }
      tool.leftNothing(outcome);
    } finally {
      Commands.succeeds("docker", "rmi", built);
    }
  }

  /** What MQTT clients publish reaches JMS clients through the published ports of AMQP. */
  @ParameterizedTest
  @CsvSource({
    "artemis, FANIN.Q1.PERSISTENT.JMS.SHARED",
    "activemq, FANIN.SEC.Q0.JMS.PARTITIONS",
  })
  void jmsConsumersGetWhatIsPublished(String product, String scenario) throws Exception {
    RunResult result =
        run(
            new Tool(folder),
            "%s --broker %s --publishers 20 --consumers 4 --rate 400 --warmup 1s --duration 2s"
                .formatted(scenario, selector(product)));
    assertThat(result.messages().sent()).isPositive();
    assertThat(result.messages().received()).isEqualTo(result.messages().sent());
    assertThat(result.messages().lost()).isZero();
  }

  @Test
  void aContainerThatIsKilledAndStartedAgainHasLostNothing() throws Exception {
    RunResult result =
        run(
            new Tool(folder),
            "FAILOVER.RESTART.Q1 --broker %s --publishers 20 --consumers 4 --rate 200 --warmup 2s"
                    .formatted(selector("artemis"))
                + " --duration 15s --fault-at 3s");
    assertThat(result.verdict().status()).isNotIn(Status.FAILED, Status.CONTRACT_BROKEN);
    Failover failover = result.failover().orElseThrow();
    assertThat(result.messages().lost()).isZero();
    assertThat(failover.course().allBackNanos()).isPresent();
    assertThat(result.messages().lost()).isZero();
    assertThat(result.brokerUsage().orElseThrow().cpuSeconds()).isPositive();
  }

  @Test
  void jmsConsumersOfAPairOfContainersGetAllThatIsAcknowledged() throws Exception {
    RunResult result =
        run(
            new Tool(folder),
            "FAILOVER.Q1.JMS --broker %s --publishers 20 --consumers 4 --rate 200 --warmup 2s"
                    .formatted(selector("artemis"))
                + " --duration 12s --fault-at 3s");
    assertThat(result.broker().origin()).isEqualTo(Origin.CONTAINER_PAIR);
    assertThat(result.verdict().status()).isNotIn(Status.FAILED, Status.CONTRACT_BROKEN);
    Failover failover = result.failover().orElseThrow();
    assertThat(result.messages().lost()).isZero();
    assertThat(failover.course().allBackNanos()).isPresent();
    assertThat(result.messages().lost()).isZero();
  }
}
