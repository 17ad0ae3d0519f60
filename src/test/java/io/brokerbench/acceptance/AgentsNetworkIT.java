package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.testkit.RequiredProgram;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Four agents in network namespaces of their own, with a bridge between them, as four machines
 * would have it. Requires root, ip and Mosquitto.
 */
@Tag("release")
class AgentsNetworkIT {

  private static final int AGENTS = 4;

  /** With fewer there is no verdict. */
  private static final int ROUNDS = 6;

  /**
   * Agents are processes more on the cores that broker and load have here, at rates where 10 ms in
   * a second are the whole of p99. A clock or a merge that is wrong by as much as a message takes
   * is found all the same.
   */
  private static final String SHARED_CORES =
      "p50=25%,acknowledge.p50=25%,p99=100%,acknowledge.p99=100%";

  private static final int PORT = 18_831;

  /** Five, and one to be seen. */
  private static final Duration LOAD_STOPS = Duration.ofSeconds(6);

  private static final Duration RUN_ENDS = Duration.ofSeconds(25);
  private static final String LINK = "bb" + ProcessHandle.current().pid() % 10_000;

  /** The bridge has a namespace of its own, where no firewall of this machine is in its way. */
  private static final String SWITCH = LINK + "-switch";

  private static final String NETWORK = "10.213." + ProcessHandle.current().pid() % 250 + ".";
  private static final String HERE = NETWORK + "100";

  @TempDir private static Path folder;

  private static Process mosquitto;

  private static int call(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private static boolean works(String... command) {
    try {
      return call(command) == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void ip(String arguments) throws IOException, InterruptedException {
    String[] command = ("ip " + arguments).split(" ", -1);
    assertThat(call(command)).as("ip %s", arguments).isZero();
  }

  private static String namespace(int agent) {
    return LINK + "-" + agent;
  }

  private static void plug(String port) throws IOException, InterruptedException {
    ip("-n " + SWITCH + " link set " + port + " master bridge up");
  }

  @BeforeAll
  static void makeFourMachines() throws Exception {
    assumeTrue(
        "root".equals(System.getProperty("user.name")) && works("ip", "netns", "list"),
        "network namespaces require root and ip");
    RequiredProgram.MOSQUITTO.orSkip();
    ip("netns add " + SWITCH);
    assumeTrue(
        works("ip", "-n", SWITCH, "link", "add", "bridge", "type", "bridge"),
        "this kernel makes no bridges");
    ip("-n " + SWITCH + " link set bridge up");
    ip("link add " + LINK + " type veth peer name here netns " + SWITCH);
    plug("here");
    ip("addr add " + HERE + "/24 dev " + LINK);
    ip("link set " + LINK + " up");
    for (int i = 1; i <= AGENTS; i++) {
      ip("netns add " + namespace(i));
      ip("-n " + SWITCH + " link add a" + i + " type veth peer name eth0 netns " + namespace(i));
      plug("a" + i);
      ip("-n " + namespace(i) + " addr add " + NETWORK + i + "/24 dev eth0");
      ip("-n " + namespace(i) + " link set eth0 up");
      ip("-n " + namespace(i) + " link set lo up");
    }
    Path configuration = folder.resolve("mosquitto.conf");
    Files.writeString(
        configuration,
        "listener " + PORT + " " + HERE + "\nallow_anonymous true\nmax_queued_messages 0\n",
        StandardCharsets.UTF_8);
    mosquitto =
        new ProcessBuilder("mosquitto", "-c", configuration.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("mosquitto.log").toFile())
            .start();
    await().atMost(Duration.ofSeconds(10)).until(AgentsNetworkIT::listens);
  }

  private static boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(HERE, PORT), 500);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @AfterAll
  static void takeThemAway() throws Exception {
    if (mosquitto != null) {
      mosquitto.destroyForcibly().waitFor();
    }
    for (int i = 1; i <= AGENTS; i++) {
      works("ip", "netns", "del", namespace(i));
    }
    works("ip", "netns", "del", SWITCH);
  }

  private static Tool tool(String name) {
    return new Tool(folder.resolve(name)).with("BROKERBENCH_SECRET", "a secret of the test's own");
  }

  private static Call agent(int number, String cluster) {
    Call agent =
        tool(cluster + number)
            .in(namespace(number))
            .start(
                "agent",
                "--cluster",
                cluster,
                "--bind",
                NETWORK + number,
                "--name",
                "a" + number,
                "--join",
                NETWORK + "1");
    agent.awaitLine("waiting for work");
    return agent;
  }

  /** What carries the clients. */
  private enum Carrier {
    ONE_PROCESS(0, 1),
    ONE_AGENT(1, 1),
    FOUR_PROCESSES(0, AGENTS),
    FOUR_AGENTS(AGENTS, 1);

    private final int agents;
    private final int workers;

    Carrier(int agents, int workers) {
      this.agents = agents;
      this.workers = workers;
    }

    Path results() {
      return folder.resolve(name());
    }

    /**
     * From where the agents are: the broker is at the other end of the same network. A coordinator
     * has a machine of its own; here it takes what time the others leave.
     */
    JsonNode run() throws IOException {
      Tool tool =
          agents == 0 ? tool("run").in(namespace(1)) : tool("run").after("chrt --idle --pid 0 $$");
      String carried = agents == 0 ? " --workers " + workers : carried(agents, "truth");
      Outcome outcome = tool.runOnSchedule(command("2s", carried + " --out " + results()));
      assertThat(outcome.exitCode()).as("%s: %s", this, outcome).isZero();
      JsonNode result = new ObjectMapper().readTree(outcome.out());
      assertThat(result.at("/generator/agents").size()).isEqualTo(agents);
      assertThat(result.at("/latency/endToEnd/count").asLong()).isPositive();
      return result;
    }
  }

  private static String carried(int agents, String cluster) {
    return " --agents %d --cluster %s --bind %s --join %s1"
        .formatted(agents, cluster, HERE, NETWORK);
  }

  private static List<String> command(String duration, String more) {
    return List.of(
        ("run FANIN.Q1.PARTITIONS --broker mqtt://%s:%d --seed 7 --publishers 40 --consumers 8"
                + " --rate 400 --warmup 4s --duration %s --json%s")
            .formatted(HERE, PORT, duration, more)
            .split(" ", -1));
  }

  private static long workers(Call agent) {
    return ProcessHandle.of(agent.pid()).orElseThrow().children().count();
  }

  private static void close(List<Call> agents) {
    agents.forEach(Call::close);
  }

  @Test
  void oneAgentFourAgentsAndNoneHaveTheSameLedgerAndLatencies() throws Exception {
    List<Call> agents = new ArrayList<>();
    try {
      IntStream.rangeClosed(1, AGENTS).forEach(i -> agents.add(agent(i, "truth")));
      Set<JsonNode> ledgers = new HashSet<>();
      for (int i = 0; i < ROUNDS; i++) {
        for (Carrier carrier : Carrier.values()) {
          ledgers.add(carrier.run().get("messages"));
        }
      }
      assertThat(ledgers).hasSize(1);
    } finally {
      close(agents);
    }
    assertLatenciesAgree(Carrier.ONE_PROCESS, Carrier.ONE_AGENT);
    assertLatenciesAgree(Carrier.FOUR_PROCESSES, Carrier.FOUR_AGENTS);
  }

  /** As a release engineer would ask: neither is worse than the other, as far as can be shown. */
  private static void assertLatenciesAgree(Carrier alone, Carrier cluster) {
    assertNotWorse(alone, cluster);
    assertNotWorse(cluster, alone);
  }

  private static void assertNotWorse(Carrier baseline, Carrier candidate) {
    Outcome outcome =
        tool("compare")
            .run(
                "compare",
                baseline.results().toString(),
                candidate.results().toString(),
                "--tolerance",
                SHARED_CORES,
                "--inconclusive",
                "pass");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
  }

  /** 1 Mbit/s in each direction, which docs/scale-out.md says is enough. */
  @Test
  void anAgentBehindASlowLinkIsHeardLikeTheOther() throws Exception {
    String slow = " tc qdisc add dev %s root tbf rate 1mbit burst 16kb latency 1s";
    List<Call> agents = new ArrayList<>();
    try {
      agents.add(agent(1, "slow"));
      agents.add(agent(2, "slow"));
      assumeTrue(
          works(("ip netns exec " + SWITCH + slow.formatted("a2")).split(" +", -1)),
          "this kernel limits no link");
      ip("netns exec " + namespace(2) + slow.formatted("eth0"));
      Outcome outcome = tool("slow").runOnSchedule(command("5s", carried(2, "slow")));
      assertThat(outcome.exitCode()).as("%s", outcome).isZero();
      JsonNode result = new ObjectMapper().readTree(outcome.out());
      assertThat(result.at("/messages/lost").asLong()).isZero();
      assertThat(result.at("/generator/agents"))
          .hasSize(2)
          .allSatisfy(agent -> assertThat(agent.path("reported").asBoolean()).isTrue());
    } finally {
      call("ip", "netns", "exec", SWITCH, "tc", "qdisc", "del", "dev", "a2", "root");
      call("ip", "netns", "exec", namespace(2), "tc", "qdisc", "del", "dev", "eth0", "root");
      close(agents);
    }
  }

  /** The first to join is the one that JGroups lets announce the members. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anAgentThatIsCutOffEndsTheRunWithItsName(int cut) throws Exception {
    List<Call> agents = new ArrayList<>();
    try {
      agents.add(agent(1, "cut"));
      agents.add(agent(2, "cut"));
      try (Call run = tool("cut").start(l -> {}, command("2m", carried(2, "cut")))) {
        run.awaitAfterLine("steady", Duration.ofSeconds(1));
        ip("-n " + SWITCH + " link set a" + cut + " down");
        Instant cutAt = Instant.now();
        await().atMost(LOAD_STOPS).until(() -> workers(agents.get(cut - 1)) == 0);
        Outcome outcome = run.end();
        assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(1);
        JsonNode result = new ObjectMapper().readTree(outcome.out());
        assertThat(result.at("/verdict/status").asText()).isEqualTo("FAILED");
        assertThat(result.at("/verdict/reasons/0").asText())
            .contains("agent a" + cut + " (")
            .contains("has not answered for 5 s");
        assertThat(result.at("/messages/sent").asLong()).isPositive();
        assertThat(Duration.between(cutAt, Instant.now())).isLessThan(RUN_ENDS);
      }
      await().atMost(LOAD_STOPS).until(() -> agents.stream().allMatch(a -> workers(a) == 0));
    } finally {
      ip("-n " + SWITCH + " link set a" + cut + " up");
      close(agents);
    }
  }
}
