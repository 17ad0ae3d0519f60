package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  private static final double LOSS = 0.1;

  /** Of a binomial distribution: by chance, one run in 1.7 million is further off. */
  private static final double DEVIATIONS = 5;

  private static final Pattern COUNTER = Pattern.compile("counter packets (\\d+) bytes");

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
    return run(call -> {}, scenario, broker, more);
  }

  private RunResult run(Consumer<Call> meanwhile, String scenario, String broker, String... more)
      throws Exception {
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
      meanwhile.accept(call);
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

  /**
   * The primary holds the lock and goes on alone, the backup is in sync again once they are
   * together. So no client notices, and nothing is lost.
   */
  @ParameterizedTest
  @ValueSource(strings = {"embedded:artemis", "container:artemis=" + ARTEMIS})
  void aPairWhoseNodesAreApartForAWhileLosesNothing(String broker) throws Exception {
    if (broker.startsWith("container:")) {
      assumeImage(ARTEMIS);
    }

    RunResult result =
        run(
            "FAILOVER.Q1",
            broker,
            "--duration=20s",
            "--fault=partition",
            "--fault-at=3s",
            "--heal-after=5s");

    allArrived(result);
    Failover failover = result.failover().orElseThrow();
    assertThat(failover.fault()).contains(FaultKind.PARTITION);
    assertThat(failover.node()).contains("primary");
    assertThat(failover.healedAfterNanos()).isPresent();
  }

  /** What the kernels of both nodes have counted is looked at while the run goes on. */
  @ParameterizedTest
  @ValueSource(strings = {"node-loss=10%", "node-loss=10%,node-latency=5ms"})
  void packetsThatAreLostBetweenThePairLoseNoMessage(String network) throws Exception {
    assumeImage(ARTEMIS);
    AtomicReference<Packets> latest = new AtomicReference<>(Packets.NONE);

    RunResult result =
        run(
            call ->
                await()
                    .pollInterval(Duration.ofMillis(200))
                    .atMost(LIMIT)
                    .until(
                        () -> {
                          latest.accumulateAndGet(betweenNodes(), (a, b) -> b.all > a.all ? b : a);
                          return !call.process().isAlive();
                        }),
            "FANIN.Q1.HA.SHARED",
            "container:artemis=" + ARTEMIS,
            "--duration=10s",
            "--network=" + network);

    allArrived(result);
    assertThat(result.failover()).as("none was done").isEmpty();
    Packets packets = latest.get();
    assertThat(packets.all).as("packets between the nodes").isGreaterThan(500);
    double deviation = Math.sqrt(packets.all * LOSS * (1 - LOSS));
    assertThat((double) packets.lost)
        .as("of %s packets between the nodes", packets.all)
        .isCloseTo(packets.all * LOSS, within(DEVIATIONS * deviation));
  }

  /**
   * What has arrived at nodes from others.
   *
   * @param all packets
   * @param lost those of them that were dropped
   */
  private record Packets(long all, long lost) {
    static final Packets NONE = new Packets(0, 0);
  }

  /** Of all containers of the image: the first counter of the chain is of all, the next of lost. */
  private Packets betweenNodes() throws Exception {
    long all = 0;
    long lost = 0;
    for (String id : words("docker", "ps", "--quiet", "--filter", "ancestor=" + ARTEMIS)) {
      List<String> pid = words("docker", "inspect", "--format", "{{.State.Pid}}", id);
      List<String> command = List.of("nsenter", "-t", pid.get(0), "-n", "nft", "list", "ruleset");
      String rules = Commands.run(folder, System.getenv(), command).text();
      Matcher counters = COUNTER.matcher(rules);
      int chain = rules.indexOf("chain lossy");
      if (chain >= 0 && counters.find(chain)) {
        all += Long.parseLong(counters.group(1));
        lost += counters.find() ? Long.parseLong(counters.group(1)) : 0;
      }
    }
    return new Packets(all, lost);
  }

  private List<String> words(String... command) throws Exception {
    String text = Commands.run(folder, System.getenv(), List.of(command)).text();
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }
}
