package io.brokerbench.core.definition;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.device.DeviceFiles;
import io.brokerbench.core.engine.GroupRequirements;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Threshold;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupedScenarioCodecTest {

  private static final String FLEET =
      """
      name: FLEET
      description: two kinds
      workload: {qos: 1}
      phases: {steady: 20s}
      groups:
        telemetry:
          topology: {publishers: 500}
          thresholds: [p99>5ms]
        commands:
          start: 5s
          topology: {publishers: 3, distribution: PARTITIONS}
          workload: {qos: 2, load: {rate: 7}}
          phases: {steady: 4s}
      """;

  private static GroupedScenario read(String text) {
    return GroupedScenarioCodec.read(text, ScenarioFormat.YAML, "fleet.yaml").orElseThrow();
  }

  private static void refused(ThrowingCallable what, String line) {
    assertThatThrownBy(what).isInstanceOf(DefinitionException.class).hasMessage(line);
  }

  @Test
  void aGroupHasWhatIsCommonAndWhatIsItsOwn() {
    GroupedScenario fleet = read(FLEET);
    assertThat(fleet.name()).isEqualTo("FLEET");
    assertThat(fleet.description()).isEqualTo("two kinds");
    Scenario telemetry = fleet.groups().get(0).scenario();
    Scenario commands = fleet.groups().get(1).scenario();
    assertThat(telemetry.name()).isEqualTo("FLEET.telemetry");
    assertThat(telemetry.topology().publishers()).isEqualTo(500);
    assertThat(telemetry.workload().qos()).isEqualTo(Qos.AT_LEAST_ONCE);
    assertThat(telemetry.phases().steady()).isEqualTo(Duration.ofSeconds(20));
    assertThat(telemetry.thresholds().orElseThrow()).containsExactly(Threshold.parse("p99>5ms"));
    assertThat(fleet.groups().get(0).start()).isEmpty();
    assertThat(commands.topology().publishers()).isEqualTo(3);
    assertThat(commands.topology().consumers()).isEqualTo(3);
    assertThat(commands.workload().qos()).isEqualTo(Qos.EXACTLY_ONCE);
    assertThat(commands.phases().steady()).isEqualTo(Duration.ofSeconds(4));
    assertThat(commands.thresholds()).isEmpty();
    assertThat(fleet.groups().get(1).start()).contains(Duration.ofSeconds(5));
  }

  /** Else the steady states of groups would begin whenever the broker has settled for each. */
  @Test
  void theWarmUpOfAGroupHasItsLeastLength() {
    assertThat(read(FLEET).groups())
        .allSatisfy(group -> assertThat(group.scenario().phases().settles()).isFalse());
  }

  @Test
  void itLastsUntilTheLastGroupEnds() {
    GroupedScenario fleet = read(FLEET);
    assertThat(fleet.longest().name()).isEqualTo("telemetry");
    assertThat(fleet.length()).isEqualTo(Duration.ofSeconds(30));
    assertThat(fleet.groups().get(1).end()).isEqualTo(Duration.ofSeconds(5 + 10 + 4));
    assertThat(fleet.clients()).isEqualTo(500 + 10 + 3 + 3);
  }

  @Test
  void whatIsWrittenReadsAsAnEqualOne() {
    GroupedScenario fleet = read(FLEET);
    assertThat(read(GroupedScenarioCodec.write(fleet))).isEqualTo(fleet);
    assertThat(read(GroupedScenarioCodec.writeForAnyFolder(fleet))).isEqualTo(fleet);
  }

  @Test
  void filesOfGroupsAreNamedByFullPathsInWhatIsReadFromAnyFolder() {
    GroupedScenario fleet =
        read("name: F\ngroups: {a: {devices: {publishers: devices.csv}}, b: {description: B}}\n");

    assertThat(
            read(GroupedScenarioCodec.writeForAnyFolder(fleet))
                .groups()
                .get(0)
                .scenario()
                .devices()
                .flatMap(DeviceFiles::publishers))
        .contains(Path.of("devices.csv").toAbsolutePath().toString());
  }

  @Test
  void aScenarioWithoutGroupsIsNone() {
    assertThat(GroupedScenarioCodec.read("name: PLAIN", ScenarioFormat.YAML, "a.yaml")).isEmpty();
  }

  @Test
  void whatIsWrongIsNamedWithItsPlace() {
    refused(
        () -> read(FLEET.replace("publishers: 500", "publishers: 0")),
        "fleet.yaml:7:16: publishers 0: between 1 and 4000000");
    refused(
        () -> read(FLEET.replace("workload: {qos: 1}", "workload: {qos: 4}")),
        "fleet.yaml:3:12: qos 4: one of 0, 1 and 2");
    refused(
        () -> read(FLEET.replace("start: 5s", "start: soon")),
        "fleet.yaml:10:5: start soon: a number with a unit (ns, us, ms, s, m, h, d), such as"
            + " 500ms or 10s");
    refused(
        () -> read(FLEET.replace("start: 5s", "start: 8d")),
        "fleet.yaml:10:5: groups.commands.start 8d: between 0s and 7d");
    refused(
        () -> read(FLEET.replace("  commands:", "  Commands:")),
        "fleet.yaml:5:1: groups the name Commands: names of 1 to 40 small letters, digits, - and"
            + " _");
    refused(
        () -> read(FLEET.replace("start: 5s", "name: mine")),
        "fleet.yaml:10:5: name: a group has the name of its key, commands");
    refused(() -> read("name: F\ngroups: {one: {}}"), "fleet.yaml:2:1: groups 1: between 2 and 50");
    refused(
        () -> read("name: F\ngroups: [one, two]"),
        "fleet.yaml:2:1: groups: a name for each group, and what is its own");
  }

  @Test
  void whatIsForAllIsNotForAGroup() {
    refused(
        () -> read(FLEET.replace("start: 5s", "conditions: {fault: {kind: KILL}}")),
        "fleet.yaml:10:18: groups.commands.conditions.fault KILL: not with groups, as a fault would"
            + " be done to all of them");
    refused(
        () ->
            read(
                FLEET.replace(
                    "start: 5s",
                    "conditions: {network: {latency: 0s, jitter: 0s, lossFraction: 0.1}}")),
        "fleet.yaml:10:18: groups.commands.conditions.network 0.1: no lost packets with groups, as"
            + " they would be lost for all of them");
    refused(
        () ->
            read(
                FLEET.replace(
                    "start: 5s",
                    "conditions: {highAvailability: true, network: {latency: 0s, jitter: 0s,"
                        + " lossFraction: 0, nodeLatency: 5ms}}")),
        "fleet.yaml:10:42: groups.commands.conditions.network: nothing between nodes with groups,"
            + " as their nodes are those of all");
    refused(
        () -> read(FLEET.replace("start: 5s", "conditions: {highAvailability: true}")),
        "fleet.yaml:10:18: groups.commands.conditions.highAvailability true: as in the other"
            + " groups, which have the same broker");
  }

  @Test
  void onlyARunTakesGroups(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("fleet.yaml"), FLEET);
    refused(
        () -> Scenarios.of(List.of()).find(file.toString()),
        file
            + ":5:1: groups: brokerbench run and ab take a scenario with groups, and Bench.groups"
            + " of a test");
    assertThat(Scenarios.of(List.of()).findGrouped(file.toString())).contains(read(FLEET));
  }

  @Test
  void aChangeIsForAllGroupsOrForOne() {
    ScenarioChange change =
        ScenarioChange.set("phases.steady", "9s")
            .and("groups.commands.phases.steady", "3s")
            .and("groups.commands.workload.load.rate", 99);
    GroupedScenario changed = GroupedScenarioCodec.changed(read(FLEET), change, Map.of());
    assertThat(changed.groups())
        .extracting(group -> group.scenario().phases().steady())
        .containsExactly(Duration.ofSeconds(9), Duration.ofSeconds(3));
    assertThat(changed.groups().get(0).scenario().workload())
        .isEqualTo(read(FLEET).groups().get(0).scenario().workload());
    refused(
        () ->
            GroupedScenarioCodec.changed(
                read(FLEET), ScenarioChange.set("groups.tracking.workload.qos", 1), Map.of()),
        "groups.tracking: no group of that name; there are telemetry, commands");
    refused(
        () ->
            GroupedScenarioCodec.changed(
                read(FLEET), ScenarioChange.set("groups.comands.workload.qos", 1), Map.of()),
        "groups.comands: no group of that name; did you mean commands?");
  }

  private static void refusedChange(String assignment, String line) {
    refused(
        () ->
            GroupedScenarioCodec.changed(
                read(FLEET),
                ScenarioChange.parse("workload.qos=1").and(ScenarioChange.parse(assignment)),
                Map.of("workload.load.rate", "--rate")),
        line);
  }

  @Test
  void whatIsWrongInAChangeOfOneGroupIsNamedWithTheGroup() {
    refusedChange(
        "groups.commands.workload.lod.rate=1",
        "groups.commands.workload has no key lod; did you mean load?");
    refusedChange(
        "groups.commands.workload.load.rat=1",
        "groups.commands.workload.load has no key rat; did you mean rate?");
    refusedChange("workload.lod.rate=1", "workload has no key lod; did you mean load?");
    refusedChange(
        "groups.commands.topology.publishers=0",
        "groups.commands.topology.publishers 0: between 1 and 4000000");
    refusedChange(
        "groups.commands.topologie.publishers=1",
        "groups.commands has no key topologie; did you mean topology?");
  }

  @Test
  void aGroupHasTheKeysOfAScenarioAndAStart() {
    String begins = FLEET.replace("start: 5s", "begin: 5s");
    refused(
        () -> read(begins),
        "fleet.yaml:10:5: groups.commands has no key begin; it has start, description, topology,"
            + " workload, session, security, conditions, phases, devices, thresholds");
    refused(
        () -> read(FLEET.replace("start: 5s", "starts: 5s")),
        "fleet.yaml:10:5: groups.commands has no key starts; did you mean start?");
    refused(
        () -> read(FLEET.replace("load: {rate: 7}", "load: {rat: 7}")),
        "fleet.yaml:12:31: groups.commands.workload.load has no key rat; did you mean rate?");
    refused(
        () -> read(FLEET.replace("workload: {qos: 1}", "workloat: {qos: 1}")),
        "fleet.yaml:3:1: a scenario has no key workloat; did you mean workload?");
  }

  @Test
  void theStartOfAGroupIsChangedAsItsOtherSettingsAre() {
    ScenarioChange change =
        ScenarioChange.parse("groups.commands.start=700ms")
            .and("groups.commands.workload.load.rate", 99);
    GroupedScenario changed = GroupedScenarioCodec.changed(read(FLEET), change, Map.of());
    assertThat(changed.groups().get(1).start()).contains(Duration.ofMillis(700));
    assertThat(changed.groups().get(0).start()).isEqualTo(read(FLEET).groups().get(0).start());
    refused(
        () ->
            GroupedScenarioCodec.changed(
                read(FLEET), ScenarioChange.parse("groups.commands.start=soon"), Map.of()),
        "groups.commands.start soon: a number with a unit (ns, us, ms, s, m, h, d), such as 500ms"
            + " or 10s");
  }

  @Test
  void noGroupsConsumersGetWhatAnotherGroupPublishes() {
    GroupRequirements.require(read(FLEET));
    String crossing =
        FLEET.replace(
            "topology: {publishers: 500}",
            "topology: {publishers: 5, topics: {publish: 'site/{publisher}/t', subscribe:"
                + " ['site/#']}}");
    GroupRequirements.require(read(crossing));
    String both =
        crossing.replace(
            "distribution: PARTITIONS}",
            "distribution: PARTITIONS, topics: {publish: 'site/{publisher}/c',"
                + " subscribe: ['site/{consumer}/c']}}");
    refused(
        () -> GroupRequirements.require(read(both)),
        "groups.telemetry.topology.topics some that match site/0/c of commands: filters that match"
            + " no other group's topics, as each group has an account of its own");
    GroupRequirements.require(read(both.replace("'site/#'", "'site/+/t'")));
  }

  @Test
  void eachMetricOfAPublisherIsATopicOfItsGroup() {
    GroupedScenario fleet =
        read(
            FLEET
                .replace(
                    "topology: {publishers: 500}",
                    "topology: {publishers: 5, topics: {publish: 'plant/{publisher}/{metric}',"
                        + " metrics: [temperature, pressure], subscribe: ['plant/#']}}")
                .replace(
                    "distribution: PARTITIONS}",
                    "distribution: PARTITIONS, topics: {publish: 'site/{publisher}/c',"
                        + " subscribe: ['site/{consumer}/c', 'plant/+/pressure']}}"));
    assertThatThrownBy(() -> GroupRequirements.require(fleet))
        .hasMessageContaining("some that match plant/0/pressure of telemetry");
  }

  @Test
  void noTwoGroupsHaveAClientIdInCommon(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("a.csv"), "id\none\ntwo\n");
    Files.writeString(folder.resolve("b.csv"), "id\nthree\ntwo\n");
    Path file =
        Files.writeString(
            folder.resolve("fleet.yaml"),
            """
            name: F
            topology: {publishers: 2, consumers: 1}
            groups:
              first: {devices: {publishers: a.csv}}
              second: {devices: {publishers: b.csv}}
            """);
    GroupedScenario fleet = GroupedScenarioCodec.read(file).orElseThrow();
    refused(
        () -> GroupRequirements.require(fleet),
        folder
            + "/b.csv:3: id two: must be of one group; first has it too, in "
            + folder
            + "/a.csv:3");
    String many = IntStream.range(0, 200).mapToObj(i -> "c" + i + "\n").collect(joining());
    Files.writeString(folder.resolve("a.csv"), "id\n" + many);
    Files.writeString(folder.resolve("b.csv"), "id\nother\n" + many);
    GroupedScenario alike =
        GroupedScenarioCodec.changed(
            fleet, ScenarioChange.set("topology.publishers", 200), Map.of());
    refused(
        () -> GroupRequirements.require(alike),
        folder
            + "/b.csv:3: id c0: must be of one group; first has it too, in "
            + folder
            + "/a.csv:2");
  }
}
