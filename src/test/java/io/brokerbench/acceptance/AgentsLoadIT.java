package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.testkit.RequiredProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups, storms, requests and devices, whose clients two agents carry. */
@Tag("release")
class AgentsLoadIT {

  @TempDir private Path folder;
  private AgentCluster cluster;

  @BeforeEach
  void open() {
    cluster = new AgentCluster(folder);
  }

  /**
   * Runs a scenario whose load two agents carry.
   *
   * @param scenario its name, or its file
   * @param options of the run
   * @param call runs it
   * @return its document, once both agents are idle again
   */
  private JsonNode carriedByTwo(
      String scenario, String options, BiFunction<Tool, List<String>, Outcome> call)
      throws IOException {
    List<String> command =
        new ArrayList<>(AgentCluster.carried("run SCENARIO " + options + " --json", 2));
    command.set(1, scenario);
    try (Call a = cluster.agent("a");
        Call b = cluster.agent("b")) {
      Outcome outcome = call.apply(cluster.tool("run"), command);
      assertThat(outcome.exitCode()).as("%s", outcome).isIn(0, Tool.INVALID);
      assertThat(AgentCluster.workers(a)).isEmpty();
      assertThat(AgentCluster.workers(b)).isEmpty();
      return new ObjectMapper().readTree(outcome.out());
    }
  }

  /** Each agent has one worker, which carries a part of each group. */
  @Test
  void groupsAreCarriedByTwoAgents() throws Exception {
    Path fleet =
        Files.writeString(
            folder.resolve("fleet.yaml"),
            """
            name: fleet
            phases: {warmUp: 500ms, steady: 2s}
            groups:
              telemetry:
                topology: {publishers: 40, consumers: 4, distribution: PARTITIONS}
                workload: {qos: 1, load: {rate: 400}}
              commands:
                start: 500ms
                topology: {publishers: 6, consumers: 2, distribution: SHARED}
                workload: {qos: 1, load: {rate: 100}}
            """);
    JsonNode result =
        carriedByTwo(
            fleet.toString(),
            "--broker null",
            (tool, command) -> {
              Outcome outcome = tool.runOnSchedule(command);
              assertThat(outcome.exitCode()).as("%s", outcome).isZero();
              return outcome;
            });
    long[] sent = {1_000, 250};
    for (int i = 0; i < sent.length; i++) {
      JsonNode run = result.at("/groups/" + i + "/run");
      assertThat(run.at("/messages/sent").asLong()).isEqualTo(sent[i]);
      assertThat(run.at("/messages/received").asLong()).isEqualTo(sent[i]);
      assertThat(run.at("/messages/lost").asLong()).isZero();
      assertThat(run.at("/generator/agents")).hasSize(2);
    }
  }

  /** All responders are on one agent, and requesters of both ask them. */
  @Test
  void requestsOfAGroupAreCarriedByTwoAgents() throws Exception {
    RequiredProgram.MOSQUITTO.orSkip();
    Path desk =
        Files.writeString(
            folder.resolve("desk.yaml"),
            """
            name: desk
            phases: {warmUp: 500ms, steady: 2s}
            groups:
              telemetry:
                topology: {publishers: 40, consumers: 4, distribution: PARTITIONS}
                workload: {qos: 1, load: {rate: 100}}
              questions:
                topology: {publishers: 40, responders: 4, distribution: PARTITIONS}
                workload: {qos: 1, load: {rate: 100}}
                session: {protocol: mqtt5}
            """);
    JsonNode run =
        carriedByTwo(desk.toString(), "--broker process:mosquitto", Tool::run).at("/groups/1/run");
    assertThat(run.at("/requests/sent").asLong()).isEqualTo(250);
    assertThat(run.at("/requests/replied").asLong()).isEqualTo(250);
    assertThat(run.at("/requests/unanswered")).isEmpty();
    assertThat(run.at("/generator/agents/0/publishers").asInt()).isPositive();
    assertThat(run.at("/generator/agents/1/publishers").asInt()).isPositive();
  }

  /** What is owed to clients of one agent and of the other came, and was asked of both. */
  @ParameterizedTest
  @CsvSource({
    "RETAINED --publishers 40 --consumers 6 --rate 100 --duration 3s, /storm/owed",
    "WILL --publishers 40 --consumers 4 --duration 3s, /storm/owed",
    "TAKEOVER --publishers 40 --consumers 40 --rate 100 --duration 8s, /storm/owed",
    "RECONNECT --publishers 40 --consumers 40 --rate 100 --duration 8s, /storm/owed",
    "CHURN --publishers 40 --consumers 40 --rate 100 --duration 2s, /storm/owed",
    "SLOW --publishers 40 --consumers 6 --rate 100 --duration 3s, /storm/owed",
    "REQUEST.MQTT5 --publishers 40 --rate 100 --duration 2s, /requests/sent",
    "REQUEST.JMS --publishers 20 --rate 100 --duration 2s, /requests/sent"
  })
  void stormsAndRequestsAreCarriedByTwoAgents(String command, String owed) throws Exception {
    boolean jms = command.contains("JMS");
    String broker =
        jms
            ? " --broker embedded:artemis --set session.jmsConsumers.replyQueue=NAMED"
            : " --broker process:mosquitto";
    if (!jms) {
      RequiredProgram.MOSQUITTO.orSkip();
    }
    String[] words = command.split(" ", 2);
    JsonNode result = carriedByTwo(words[0], words[1] + broker + " --warmup 1s", Tool::run);
    assertThat(result.at("/generator/agents")).hasSize(2);
    assertThat(result.at("/generator/agents/0/publishers").asInt()).isPositive();
    assertThat(result.at("/generator/agents/1/publishers").asInt()).isPositive();
    assertThat(result.at("/messages/lost").asLong()).isZero();
    if (!command.contains("RECONNECT")) { // whose clients send again what was not acknowledged
      assertThat(result.at("/messages/duplicated").asLong()).isZero();
    }
    assertThat(result.at(owed).asLong()).isPositive();
    if (owed.startsWith("/storm")) {
      assertThat(result.at("/storm/came")).isEqualTo(result.at("/storm/owed"));
      assertThat(result.at("/storm/missing").asLong()).isZero();
      assertThat(result.at("/storm/unexpected").asLong()).isZero();
    } else {
      assertThat(result.at("/requests/replied")).isEqualTo(result.at("/requests/sent"));
      assertThat(result.at("/requests/unanswered")).isEmpty();
    }
  }

  /** Each agent gets the rows of its own clients, and no file. */
  @Test
  void devicesAreCarriedByTwoAgents() throws Exception {
    RequiredProgram.MOSQUITTO.orSkip();
    JsonNode result =
        carriedByTwo(
            Tool.PROJECT.resolve("examples/fleet/fleet.yaml").toString(),
            "--broker process:mosquitto --duration 3s",
            Tool::run);
    assertThat(result.at("/generator/agents/0/publishers").asInt()).isPositive();
    assertThat(result.at("/generator/agents/1/publishers").asInt()).isPositive();
    assertThat(result.at("/messages/sent").asLong()).isPositive();
    assertThat(result.at("/messages/received")).isEqualTo(result.at("/messages/sent"));
    assertThat(result.at("/messages/lost").asLong()).isZero();
  }
}
