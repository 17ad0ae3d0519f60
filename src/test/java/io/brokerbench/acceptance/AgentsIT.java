package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.testkit.RequiredProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents as a user starts them. */
@Tag("release")
class AgentsIT {

  private static final String STUDY =
      """
      name: two
      scenarios:
        - name: FEW
          topology: {publishers: 5, consumers: 2, distribution: PARTITIONS}
          workload: {load: {rate: 200}}
          phases: {warmUp: 500ms, steady: 1s}
      variants:
        - name: 32 B
        - name: 1 KB
          set: {workload: {payload: {bytes: 1000}}}
      """;

  /** As many as it takes before a comparison gives up a generator that is always late. */
  private static final int LEAST_OF_AB = 3;

  private static final String CLIENTS = " --publishers 40 --consumers 4";

  @TempDir private Path folder;
  private AgentCluster cluster;

  @BeforeEach
  void open() {
    cluster = new AgentCluster(folder);
  }

  private static String run(String duration) {
    return "run FANIN.Q1.PARTITIONS --broker null --rate 400 --warmup 1s --json"
        + CLIENTS
        + " --duration "
        + duration;
  }

  @Test
  void aRunIsCarriedByTwoAgentsWhichStopWhenItsProcessIsKilled() throws Exception {
    try (Call a = cluster.agent("a");
        Call b = cluster.agent("b")) {
      Outcome outcome = cluster.tool("run").runOnSchedule(AgentCluster.carried(run("2s"), 2));
      assertThat(outcome.exitCode()).as("%s", outcome).isZero();
      JsonNode result = new ObjectMapper().readTree(outcome.out());
      assertThat(result.at("/messages/sent").asLong()).isEqualTo(1_200);
      assertThat(result.at("/messages/lost").asLong()).isZero();
      assertThat(result.at("/generator/agents")).hasSize(2);
      assertThat(outcome.line("agent       a on ")).isPresent();

      try (Call killed =
          cluster.tool("killed").start(line -> {}, AgentCluster.carried(run("2m"), 2))) {
        killed.awaitLine("steady");
        assertThat(AgentCluster.workers(a)).hasSize(1);
        killed.kill();
      }
      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> AgentCluster.workers(a).isEmpty() && AgentCluster.workers(b).isEmpty());
      a.signal("TERM");
      assertThat(a.end().exitCode()).isZero();
    }
  }

  /**
   * As a laptop does that is closed: whoever it reserved cannot wait for it with load on a broker.
   */
  @Test
  void aCommandThatStandsStillIsDroppedAndSaysSoWhenItGoesOn() throws Exception {
    try (Call a = cluster.agent("a");
        Call stopped =
            cluster.tool("stopped").start(line -> {}, AgentCluster.carried(run("2m"), 1))) {
      stopped.awaitLine("steady");
      assertThat(AgentCluster.workers(a)).hasSize(1);
      stopped.signal("STOP");
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () ->
                  AgentCluster.workers(a).isEmpty()
                      && a.soFar().err().toString().contains("is gone: its load is stopped"));
      stopped.signal("CONT");
      Outcome outcome = stopped.end();
      assertThat(outcome.exitCode()).as("of the only agent there is no result").isEqualTo(3);
      assertThat(outcome.err().toString())
          .contains("agent a (")
          .contains("has dropped the run, as it heard nothing of this process for 3.5 s");
    }
  }

  @Test
  void searchesComparisonsAndStudiesAreCarriedByThemToo() throws Exception {
    Path study = Files.writeString(folder.resolve("two.yaml"), STUDY);
    try (Call a = cluster.agent("a");
        Call b = cluster.agent("b")) {
      assertCarried(
          "search FANIN.Q1.PARTITIONS --broker null --from 200 --to 400 --probe 500ms --warmup"
              + " 500ms --duration 1s"
              + CLIENTS,
          2,
          2);
      assertCarried(
          "ab FANIN.Q1.PARTITIONS --baseline null --candidate null --rounds 6 --inconclusive pass"
              + " --rate 200 --warmup 500ms --duration 500ms"
              + CLIENTS,
          1,
          LEAST_OF_AB);
      assertCarried("study " + study + " --brokers null", 2, 2);
      assertThat(AgentCluster.workers(a)).isEmpty();
      assertThat(AgentCluster.workers(b)).isEmpty();
      awaitIdle(a);
      awaitIdle(b);
    }
  }

  /** What an agent takes while it waits for work would be missing to whoever works beside it. */
  private static void awaitIdle(Call agent) {
    Duration[] used = {cpu(agent)};
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              Duration before = used[0];
              used[0] = cpu(agent);
              return used[0].minus(before).toMillis() < 200;
            });
  }

  private static Duration cpu(Call agent) {
    return ProcessHandle.of(agent.pid()).orElseThrow().info().totalCpuDuration().orElseThrow();
  }

  /** Every run of a command has the account of each agent. */
  private void assertCarried(String command, int agents, int leastRuns) throws IOException {
    String name = command.split(" ", -1)[0];
    Outcome outcome = cluster.tool(name).run(AgentCluster.carried(command, agents));
    assertThat(outcome.exitCode()).as("%s", outcome).isIn(0, Tool.INVALID);
    List<JsonNode> runs = runs(folder.resolve(name).resolve("results"));
    assertThat(runs).as(name).hasSizeGreaterThanOrEqualTo(leastRuns);
    assertThat(runs).allMatch(run -> run.at("/generator/agents").size() == agents);
  }

  private static List<JsonNode> runs(Path results) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    try (Stream<Path> files = Files.walk(results)) {
      List<JsonNode> runs = new ArrayList<>();
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).toList()) {
        JsonNode document = mapper.readTree(file.toFile());
        if (document.has("generator")) {
          runs.add(document);
        }
      }
      return runs;
    }
  }

  /** Descriptors are what an agent's system allows it: two of 300 cannot have 700 clients. */
  @Test
  void moreClientsThanTheAgentsCanHaveAreRefusedBeforeAnythingStarts() throws Exception {
    try (Call a = AgentCluster.agent(cluster.tool("a").after("ulimit -n 300"), "a");
        Call b = AgentCluster.agent(cluster.tool("b").after("ulimit -n 300"), "b")) {
      Outcome outcome =
          cluster.tool("room").run(AgentCluster.carried(run("1s").replace(" 40 ", " 700 "), 2));
      assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(3);
      assertThat(outcome.err().toString())
          .containsPattern(
              "704 clients are more than the [1-5]\\d\\d connections that 2 agents can have"
                  + " together: add agents");
      for (Call agent : List.of(a, b)) {
        agent.signal("TERM");
        assertThat(agent.end().err().toString())
            .contains("reserved by")
            .doesNotContain("run 1 for");
      }
    }
  }

  /** The command does the fault, the agents' clients see it, and it is one outage. */
  @Test
  void aFaultThatTwoAgentsSeeIsOneOutageWithinTheErrorOfTheirClocks() throws Exception {
    RequiredProgram.MOSQUITTO.orSkip();
    try (Call a = cluster.agent("a");
        Call b = cluster.agent("b")) {
      Outcome outcome =
          cluster
              .tool("fault")
              .run(
                  AgentCluster.carried(
                      run("4s").replace("--broker null", "--broker process:mosquitto")
                          + " --fault stop --fault-at 1s --heal-after 700ms",
                      2));
      assertThat(outcome.exitCode()).as("%s", outcome).isIn(0, Tool.INVALID);
      JsonNode result = new ObjectMapper().readTree(outcome.out());
      assertThat(result.at("/messages/sent").asLong()).isEqualTo(2_000);
      assertThat(result.at("/messages/acknowledged").asLong()).isEqualTo(2_000);
      assertThat(result.at("/messages/received").asLong()).isEqualTo(2_000);
      assertThat(result.at("/messages/lost").asLong()).isZero();
      assertThat(result.at("/generator/agents")).hasSize(2);
      assertThat(result.at("/failover/outages").isMissingNode()).isTrue();
      long error = result.at("/failover/clockErrorNanos").asLong();
      assertThat(error).isPositive();
      long outage = result.at("/failover/course/outageNanos").asLong();
      long healed = result.at("/failover/healedAfterNanos").asLong();
      // the gap is as long as the halt, and as the time between two deliveries at most longer
      assertThat(outage).isBetween(healed - error - 10_000_000, healed + error + 500_000_000);
      assertThat(AgentCluster.workers(a)).isEmpty();
      assertThat(AgentCluster.workers(b)).isEmpty();
    }
  }

  /** Each agent brings its clients back, to the node that takes over, and loses nothing. */
  @Test
  void theClientsOfTwoAgentsFindTheNodeOfAPairThatTakesOver() throws Exception {
    try (Call a = cluster.agent("a");
        Call b = cluster.agent("b")) {
      Outcome outcome =
          cluster
              .tool("pair")
              .run(
                  AgentCluster.carried(
                      "run FAILOVER.Q1 --broker embedded:artemis --rate 400 --warmup 3s"
                          + " --duration 8s --fault-at 2s --drain 60s --json"
                          + CLIENTS,
                      2));
      assertThat(outcome.exitCode()).as("%s", outcome).isIn(0, Tool.INVALID);
      JsonNode result = new ObjectMapper().readTree(outcome.out());
      JsonNode messages = result.at("/messages");
      long sent = messages.at("/sent").asLong();
      assertThat(sent).isPositive().isEqualTo(messages.at("/scheduled").asLong());
      assertThat(messages.at("/acknowledged").asLong()).as("%s", outcome).isEqualTo(sent);
      assertThat(messages.at("/received").asLong()).isEqualTo(sent);
      assertThat(messages.at("/lost").asLong()).isZero();
      assertThat(result.at("/generator/agents")).hasSize(2);
      JsonNode failover = result.at("/failover");
      assertThat(failover.at("/fault").asText()).isEqualTo("KILL");
      assertThat(failover.at("/node").asText()).isEqualTo("primary");
      assertThat(failover.at("/clients").asInt()).isEqualTo(44);
      assertThat(failover.at("/reconnects").asInt()).isGreaterThanOrEqualTo(44);
      assertThat(failover.at("/course/allBackNanos").asLong()).isPositive();
      assertThat(failover.at("/clockErrorNanos").asLong()).isPositive();
      assertThat(AgentCluster.workers(a)).isEmpty();
      assertThat(AgentCluster.workers(b)).isEmpty();
    }
  }

  /** Each has its share of the clients and of the rate, from the same instant on. */
  @Test
  void aBurstIsSharedAndKeepsTheRateThatWasAskedFor() throws Exception {
    try (Call a = cluster.agent("a");
        Call b = cluster.agent("b")) {
      Outcome outcome =
          cluster
              .tool("burst")
              .runOnSchedule(
                  AgentCluster.carried(
                      "run CONNBURST --broker null --devices 600 --connect-rate 200 --json", 2));
      assertThat(outcome.exitCode()).as("%s", outcome).isZero();
      JsonNode result = new ObjectMapper().readTree(outcome.out());
      assertThat(result.at("/connections/connected").asInt()).isEqualTo(600);
      assertThat(result.at("/connections/perSecond").asDouble()).isBetween(190.0, 205.0);
      assertThat(result.at("/latency/connect/count").asInt()).isEqualTo(600);
      assertThat(result.at("/generator/agents/0/publishers").asInt()).isEqualTo(300);
      assertThat(AgentCluster.workers(a)).isEmpty();
      assertThat(AgentCluster.workers(b)).isEmpty();
    }
  }

  @Test
  void rootsAgentNeedsASecret() {
    assumeTrue("root".equals(System.getProperty("user.name")), "these tests are not run by root");
    new Tool(folder.resolve("open"))
        .run("agent", "--cluster", AgentCluster.name())
        .isRefused(2, "an agent of root needs a secret", "--secret-file");
  }

  @Test
  void whatCantBeIsRefusedInALineThatSaysWhy() {
    Tool tool = new Tool(folder.resolve("refused"));
    Outcome open = tool.run("agent", "--bind", "0.0.0.0");
    assertThat(open.exitCode()).isEqualTo(2);
    assertThat(open.err().toString())
        .contains("--bind")
        .contains("without a secret or a key store");
    Outcome lonely = tool.run("run", "FANIN.Q0.SINGLE", "--cluster", "x");
    assertThat(lonely.exitCode()).isEqualTo(2);
    assertThat(lonely.err().toString()).contains("--agents: is missing");
    Outcome none =
        tool.run(
            "run",
            "FANIN.Q0.SINGLE",
            "--broker",
            "null",
            "--agents",
            "1",
            "--agents-wait",
            "1s",
            "--cluster",
            "none-" + ProcessHandle.current().pid());
    assertThat(none.exitCode()).isEqualTo(3);
    assertThat(none.err().toString()).contains("1 wanted, 0 free");
  }
}
