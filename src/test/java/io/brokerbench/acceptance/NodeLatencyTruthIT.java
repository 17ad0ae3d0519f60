package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the nodes of a pair send each other takes at least as long as was asked for. */
@Tag("release")
class NodeLatencyTruthIT {

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration EACH = Duration.ofMillis(30);

  @TempDir private Path folder;

  private static final String EMBEDDED = "embedded:artemis";
  private static final String IMAGE = "brokerbench/artemis:local";

  private static String container() throws InterruptedException {
    assumeTrue(
        Commands.succeeds("docker", "image", "inspect", IMAGE),
        "no Docker with an image " + IMAGE + " here: scripts/build-images");
    return "container:artemis=" + IMAGE;
  }

  private RunResult run(String broker, String scenario, String... more) throws Exception {
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
                "--warmup=3s",
                "--drain=90s",
                "--network=node-latency=" + EACH.toMillis() + "ms"));
    arguments.addAll(List.of(more));
    try (Call call = tool.start(line -> {}, arguments)) {
      assertThat(call.end(LIMIT).complaints()).isEmpty();
    }
    return RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
  }

  private static void allArrived(RunResult result) {
    Messages messages = result.messages();
    assertThat(messages.sent()).isEqualTo(messages.acknowledged());
    assertThat(messages.received()).isEqualTo(messages.expected());
    assertThat(messages.lost()).isZero();
    assertThat(result.verdict().status()).isNotIn(Status.FAILED, Status.CONTRACT_BROKEN);
  }

  /** The backup has a copy before it is acknowledged, and has said so. */
  private void whatIsAcknowledgedHasBeenToTheBackupAndBack(String broker) throws Exception {
    RunResult result = run(broker, "FANIN.Q1.HA.PERSISTENT.SHARED", "--duration=5s");

    allArrived(result);
    assertThat(result.latency().of(LatencyKind.ACKNOWLEDGE).p50Nanos())
        .isGreaterThanOrEqualTo(2 * EACH.toNanos());
  }

  private void theBackupBehindALatencyTakesOverWithoutALoss(String broker) throws Exception {
    RunResult result = run(broker, "FAILOVER.Q1", "--duration=10s", "--fault-at=3s");

    allArrived(result);
    Failover failover = result.failover().orElseThrow();
    assertThat(failover.node()).contains("primary");
    assertThat(failover.course().allBackNanos()).isPresent();
  }

  @Test
  void whatIsAcknowledgedHasBeenToTheBackupAndBack() throws Exception {
    whatIsAcknowledgedHasBeenToTheBackupAndBack(EMBEDDED);
  }

  @Test
  void theBackupBehindALatencyTakesOverWithoutALoss() throws Exception {
    theBackupBehindALatencyTakesOverWithoutALoss(EMBEDDED);
  }

  @Test
  @Tag("containers")
  void whatAContainerAcknowledgesHasBeenToTheBackupAndBack() throws Exception {
    whatIsAcknowledgedHasBeenToTheBackupAndBack(container());
  }

  @Test
  @Tag("containers")
  void theBackupInAContainerTakesOverWithoutALoss() throws Exception {
    theBackupBehindALatencyTakesOverWithoutALoss(container());
  }

  /** Before anything starts, or is connected to. */
  @ParameterizedTest
  @ValueSource(strings = {"mqtt://127.0.0.1:1,127.0.0.1:2?roles=primary,backup", "container:emqx"})
  void itIsRefusedWhereNoRelayCanBe(String broker) {
    new Tool(folder)
        .run(
            List.of(
                "run", "FANIN.Q1.HA.SHARED", "--broker=" + broker, "--network=node-latency=5ms"))
        .complains(
            2,
            "conditions.network.nodeLatency 5ms: only with a pair that is started here and whose"
                + " nodes copy to each other, not with "
                + broker);
  }
}
