package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.testkit.RequiredProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is between the nodes of a pair or a cluster breaks under load, while what is between clients
 * and nodes does not. Requires root and nft, as it is done in the nodes' own networks.
 */
@Tag("containers")
@Tag("release")
class PartitionTruthIT {

  private static final String RABBITMQ = "brokerbench/rabbitmq:forky";
  private static final String ARTEMIS = "brokerbench/artemis:local";

  /** Two JVMs in containers take long to start where all cores are taken. */
  private static final Duration LIMIT = Duration.ofMinutes(6);

  @TempDir private Path folder;

  private static void assumeImage(String image) throws InterruptedException {
    assumeTrue(
        Commands.succeeds("docker", "image", "inspect", image),
        "no Docker with an image " + image + " here: scripts/build-images");
  }

  @BeforeEach
  void assumeRoot() {
    assumeTrue("root".equals(System.getProperty("user.name")), "requires root");
    RequiredProgram.NFT.orSkip();
  }

  private RunResult run(String scenario, String broker, String... more) throws Exception {
    Tool tool = new Tool(folder);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                scenario,
                "--broker=" + broker,
                "--publishers=30",
                "--consumers=3",
                "--rate=300",
                "--warmup=4s",
                "--drain=90s"));
    arguments.addAll(List.of(more));
    try (Call call = tool.start(line -> {}, arguments)) {
      assertThat(call.end(LIMIT).complaints()).isEmpty();
    }
    RunResult result = RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
    assertThat(result.verdict().complete()).as("%s", result.verdict()).isTrue();
    return result;
  }

  private static void allArrived(RunResult result) {
    Messages messages = result.messages();
    assertThat(messages.sent()).isEqualTo(messages.scheduled()).isEqualTo(messages.acknowledged());
    assertThat(messages.received()).isEqualTo(messages.expected());
    assertThat(messages.lost()).isZero();
    assertThat(result.verdict().status()).isNotIn(Status.FAILED, Status.CONTRACT_BROKEN);
  }

  /**
   * A node alone has no majority of quorum queues, and acknowledges nothing. Its clients get
   * through, but to no answer, until it is back with the others.
   */
  @Test
  void aNodeThatIsCutOffFromTheOthersLosesNothing() throws Exception {
    assumeImage(RABBITMQ);

    RunResult result =
        run(
            "FAILOVER.Q1",
            "container:rabbitmq=" + RABBITMQ,
            "--duration=40s",
            "--fault=partition",
            "--fault-at=5s",
            "--heal-after=12s");

    allArrived(result);
    Failover failover = result.failover().orElseThrow();
    assertThat(failover.fault()).contains(FaultKind.PARTITION);
    assertThat(failover.node()).contains("node 1");
    assertThat(failover.healedAfterNanos()).isPresent();
    assertThat(failover.course().outageNanos()).isPresent();
    assertThat(failover.course().allBackNanos()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"node-loss=10%", "node-loss=10%,node-latency=5ms"})
  void packetsThatAreLostBetweenThePairLoseNoMessage(String network) throws Exception {
    assumeImage(ARTEMIS);

    RunResult result =
        run(
            "FANIN.Q1.HA.SHARED",
            "container:artemis=" + ARTEMIS,
            "--duration=10s",
            "--network=" + network);

    allArrived(result);
    assertThat(result.failover()).as("none was done").isEmpty();
  }
}
