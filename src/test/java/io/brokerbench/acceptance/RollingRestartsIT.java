package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.testkit.RequiredProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of three RabbitMQ 4 that the tool did not start, whose nodes are restarted in turn by a
 * command of the user's. A client of another project has a durable subscription meanwhile: what it
 * was given is what the account says.
 *
 * <p>With {@code mvn verify -Pkills}; takes about half an hour.
 */
@Tag("kills")
class RollingRestartsIT {

  private static final String IMAGE = "brokerbench/rabbitmq:forky";
  private static final String NAME = "bbroll" + ProcessHandle.current().pid();
  private static final String NETWORK = "10.214." + ProcessHandle.current().pid() % 250 + ".";
  private static final int NODES = 3;
  private static final int PUBLISHERS = 50;
  private static final int MQTT = 1883;
  private static final Duration STARTS = Duration.ofMinutes(2);

  private static final Duration RUN_ENDS = Duration.ofMinutes(6);

  /** A deliverer that has nothing left goes quiet; seconds are no sign of it on a busy machine. */
  private static final Duration QUIET = Duration.ofSeconds(10);

  private static final String PLUGINS = "[rabbitmq_mqtt,rabbitmq_management].\n";
  private static final String CONFIG =
      """
      listeners.tcp.default = 5672
      mqtt.listeners.tcp.default = 1883
      mqtt.allow_anonymous = true
      mqtt.prefetch = 65535
      mqtt.durable_queue_type = quorum
      loopback_users = none
      management.tcp.port = 15672
      log.console = true
      cluster_formation.peer_discovery_backend = rabbit_peer_discovery_classic_config
      """;

  /** First word of the header (16 digits), then the publisher and the number of the message. */
  private static final int NAME_FROM = 16;

  private static final int NUMBER_FROM = 24;

  private static final int NAME_TO = 32;

  @TempDir private static Path folder;

  private static Process recorder;

  @TempDir private Path results;

  private static String node(int index) {
    return NAME + "-" + index;
  }

  private static String address(int index) {
    return NETWORK + (10 + index);
  }

  private static String peer(int number, int index) {
    return "cluster_formation.classic_config.nodes.%d = rabbit@%s\n".formatted(number, node(index));
  }

  private static String docker(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments));
    Commands.Ended ended = Commands.run(folder, System.getenv(), command);
    assertThat(ended.code()).as("%s: %s", command, ended.text()).isZero();
    return ended.text();
  }

  private static void start(int index) throws IOException, InterruptedException {
    Path plugins = Files.writeString(folder.resolve("enabled_plugins"), PLUGINS);
    String peers = peer(1, 0) + (index == 0 ? "" : peer(2, index));
    Path config = Files.writeString(folder.resolve("cluster.conf"), CONFIG + peers);
    docker(
        "create",
        "--name=" + node(index),
        "--hostname=" + node(index),
        "--network=" + NAME,
        "--ip=" + address(index),
        "--env=RABBITMQ_NODENAME=rabbit@" + node(index),
        "--env=RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=-setcookie rolling",
        "--env=RABBITMQ_CTL_ERL_ARGS=-setcookie rolling",
        IMAGE);
    docker("cp", plugins.toString(), node(index) + ":/etc/rabbitmq/enabled_plugins");
    docker("cp", config.toString(), node(index) + ":/etc/rabbitmq/conf.d/90-cluster.conf");
    docker("start", node(index));
  }

  private static boolean allRun() throws IOException, InterruptedException {
    Commands.Ended page =
        Commands.run(
            folder,
            System.getenv(),
            List.of(
                "curl",
                "--silent",
                "--max-time",
                "5",
                "--user",
                "guest:guest",
                "http://" + address(0) + ":15672/api/nodes?columns=running"));
    return page.text().split("true", -1).length - 1 == NODES;
  }

  @BeforeAll
  static void startAClusterAndARecorder() throws Exception {
    assumeTrue(
        Commands.succeeds("docker", "image", "inspect", IMAGE),
        "no Docker with an image " + IMAGE + " here: scripts/build-images --suite forky rabbitmq");
    RequiredProgram.CURL.orSkip();
    Path client = RequiredProgram.MOSQUITTO_SUB.orSkip();
    docker("network", "create", "--subnet=" + NETWORK + "0/24", NAME);
    for (int i = 0; i < NODES; i++) {
      start(i);
    }
    await().atMost(STARTS).until(RollingRestartsIT::allRun);
    recorder =
        new ProcessBuilder(
                client.toString(),
                "-h",
                address(1),
                "-p",
                Integer.toString(MQTT),
                "-c",
                "-i",
                "recorder",
                "-q",
                "1",
                "-t",
                "#",
                "-F",
                "%x")
            .redirectOutput(folder.resolve("recorded").toFile())
            .redirectError(folder.resolve("recorder.log").toFile())
            .start();
  }

  @AfterAll
  static void endThem() throws Exception {
    if (recorder != null) {
      recorder.destroy();
      recorder.waitFor();
    }
    if (folder.resolve("cluster.conf").toFile().exists()) {
      for (int i = 0; i < NODES; i++) {
        docker("rm", "--force", "--volumes", node(i));
      }
      docker("network", "rm", NAME);
    }
  }

  private static List<String> recorded() throws IOException {
    String text = Files.readString(folder.resolve("recorded"), StandardCharsets.US_ASCII);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  /** All that it was given, once it has been given nothing for a while. */
  private static List<String> recordedAtLast() throws IOException {
    int[] seen = {-1};
    await()
        .pollInterval(QUIET)
        .atMost(STARTS)
        .until(
            () -> {
              int before = seen[0];
              seen[0] = recorded().size();
              return seen[0] == before;
            });
    return recorded();
  }

  @RepeatedTest(20)
  void theAccountIsThatOfAClientOfAnotherProject() throws Exception {
    await().atMost(STARTS).until(RollingRestartsIT::allRun);
    int before = recorded().size();
    Tool tool = new Tool(results);
    String addresses =
        Stream.of(0, 1, 2).map(RollingRestartsIT::address).collect(Collectors.joining(","));
    String names = Stream.of(0, 1, 2).map(RollingRestartsIT::node).collect(Collectors.joining(","));

    List<String> arguments =
        List.of(
            "run",
            "FANIN.Q1.PERSISTENT.SINGLE",
            "--broker=mqtt://" + addresses + "?nodes=" + names,
            "--publishers=" + PUBLISHERS,
            "--rate=500",
            "--warmup=2s",
            "--duration=70s",
            "--reconnect",
            "--fault-command=docker restart -t 10 {node}",
            "--fault-at=5s",
            "--fault-every=20s",
            "--drain=60s");

    try (Call call = tool.start(line -> {}, arguments)) {
      assertThat(call.end(RUN_ENDS).complaints()).isEmpty();
    }
    RunResult result = RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
    Messages messages = result.messages();
    assertThat(result.verdict().complete()).as("%s", result.verdict()).isTrue();
    assertThat(result.verdict().status()).isNotIn(Status.FAILED, Status.CONTRACT_BROKEN);
    assertThat(messages.sent()).isEqualTo(messages.scheduled()).isEqualTo(messages.acknowledged());
    assertThat(messages.received()).isEqualTo(messages.sent());
    assertThat(messages.lost()).isZero();
    Failover failover = result.failover().orElseThrow();
    assertThat(failover.each())
        .extracting(outage -> outage.node().orElseThrow())
        .containsExactly(node(0), node(1), node(2));
    List<String> given = recordedAtLast();
    Map<String, TreeSet<Long>> sequences = new TreeMap<>();
    for (String payload : given.subList(before, given.size())) {
      sequences
          .computeIfAbsent(payload.substring(NAME_FROM, NUMBER_FROM), publisher -> new TreeSet<>())
          .add(Long.parseLong(payload.substring(NUMBER_FROM, NAME_TO), 16));
    }
    assertThat(sequences).as("publishers").hasSize(PUBLISHERS);
    assertThat(sequences)
        .allSatisfy(
            (publisher, numbers) ->
                assertThat(numbers)
                    .as("of publisher %s each message, and no other", publisher)
                    .hasSize((int) (numbers.last() + 1))
                    .startsWith(0L));
    assertThat(sequences.values().stream().mapToLong(Set::size).sum())
        .isEqualTo(messages.received());
  }
}
