package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A comparison of two brokers under the load of all groups, as a user makes it. */
@Tag("release")
class GroupsComparisonIT {

  private static final int ROUNDS = 6;

  @TempDir private Path folder;

  /** Equal brokers: the figures are the machine's, the accounts are exact. */
  @Test
  void eachRoundRunsAllGroupsOnFreshBrokers() throws Exception {
    Mosquitto.assumeInstalled();
    Path fleet =
        Files.writeString(
            folder.resolve("fleet.yaml"),
            """
            name: fleet
            phases: {warmUp: 500ms, steady: 1s, quietPeriod: 400ms}
            workload: {qos: 1}
            groups:
              telemetry:
                topology: {publishers: 20, consumers: 2, distribution: SHARED}
                workload: {load: {rate: 200}}
              commands:
                start: 500ms
                topology: {publishers: 4, consumers: 4, distribution: PARTITIONS}
                workload: {load: {rate: 50}}
            """);
    Outcome outcome =
        new Tool(folder.resolve("ab"))
            .run(
                "ab",
                fleet.toString(),
                "--baseline",
                "process:mosquitto",
                "--candidate",
                "process:mosquitto",
                "--rounds",
                Integer.toString(ROUNDS),
                "--json");
    assertThat(outcome.exitCode()).as("%s", outcome).isIn(0, 1, 4);
    JsonNode result = new ObjectMapper().readTree(outcome.out());
    assertThat(result.at("/groups/groups")).hasSize(2);
    assertThat(result.at("/rounds").size()).isLessThanOrEqualTo(ROUNDS);
    for (JsonNode guard : result.at("/verdict/guards")) {
      if (!guard.at("/grade").asText().equals("PACE")) {
        assertThat(guard.at("/candidate/broken").asInt()).as("%s", guard).isZero();
        assertThat(guard.at("/baseline/broken").asInt()).as("%s", guard).isZero();
      }
    }
    if (result.at("/rounds").size() > 0) {
      assertThat(result.at("/verdict/figures").findValuesAsText("path"))
          .contains("telemetry.latency.endToEnd.p50", "commands.latency.endToEnd.p50");
      assertThat(result.at("/verdict/guards").findValuesAsText("guard"))
          .contains("telemetry.messages.lost", "commands.messages.lost");
    }
  }
}
