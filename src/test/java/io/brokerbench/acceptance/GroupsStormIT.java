package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.GroupedScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.engine.GroupRequirements;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.testkit.broker.Faults;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A storm in one group of a fleet is that group's, and the others go on. */
class GroupsStormIT {

  private static final String FLEET =
      """
      name: FLEET
      phases: {warmUp: 200ms, steady: 3s, drainLimit: 20s, quietPeriod: 400ms}
      workload: {qos: 1}
      groups:
        telemetry:
          topology: {publishers: 40, consumers: 3, distribution: SHARED}
          workload: {load: {rate: 400}}
        sensors:
          topology: {publishers: 200, consumers: 2, distribution: ALL}
          workload: {load: {type: none}}
          conditions: {storm: {kind: WILL, every: 5ms}}
        gates:
          topology: {publishers: 30, consumers: 30, distribution: PARTITIONS}
          workload: {load: {rate: 150}}
          session: {protocol: mqtt5, persistent: true}
          conditions: {storm: {kind: TAKEOVER, every: 20ms}}
        boards:
          start: 500ms
          topology: {publishers: 10, consumers: 10, distribution: PARTITIONS}
          workload: {load: {rate: 100}}
          session: {persistent: true, reconnect: true}
          conditions: {storm: {kind: RECONNECT}}
      """;

  /** Verdicts that blame no broker, on a machine that may be busy. */
  private static final List<Status> FAIR =
      List.of(Status.OK, Status.GENERATOR_LIMITED, Status.DISTURBED);

  private List<String> wronged = List.of();

  private GroupsResult run(int workers, Consumer<Faults> faults) throws Exception {
    GroupedScenario fleet =
        GroupedScenarioCodec.read(FLEET, ScenarioFormat.YAML, "fleet.yaml").orElseThrow();
    GroupRequirements.require(fleet);
    try (FaultyBroker broker = FaultyBroker.start()) {
      faults.accept(broker.faults());
      GroupsResult result = GroupsTruthIT.run(fleet, broker, workers);
      assertThat(broker.violations()).isEmpty();
      wronged = broker.faults().storms().wronged();
      return result;
    }
  }

  private static StormOutcome storm(GroupsResult result, String group) {
    return GroupsTruthIT.group(result, group).storm().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatEachGroupIsOwedComes(int workers) throws Exception {
    GroupsResult result = run(workers, faults -> {});
    assertThat(storm(result, "sensors").came()).isEqualTo(2 * 180);
    assertThat(storm(result, "gates").came()).isEqualTo(30);
    assertThat(storm(result, "boards").came()).isEqualTo(20);
    for (String group : List.of("telemetry", "sensors", "gates", "boards")) {
      RunResult run = GroupsTruthIT.group(result, group);
      assertThat(run.messages().lost()).as(group).isZero();
      assertThat(run.messages().received()).as(group).isEqualTo(run.messages().expected());
      assertThat(run.verdict().status()).as(group).isIn(FAIR);
      assertThat(run.messages().misdelivered() + run.messages().damaged()).as(group).isZero();
      if (!run.scenario().session().persistent()) { // else QoS 1 over connections that ended
        assertThat(run.messages().duplicated()).as(group).isZero();
      }
    }
    assertThat(GroupsTruthIT.group(result, "telemetry").messages().sent())
        .isEqualTo(1_280); // with the warm-up
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatOneGroupIsNotGivenIsNamedThere(int workers) throws Exception {
    GroupsResult result = run(workers, faults -> faults.storms().withholdWills(97));
    StormOutcome wills = storm(result, "sensors");
    assertThat(wills.missing()).isEqualTo(2);
    assertThat(StormTruthIT.names(wills.missingNames()))
        .containsExactlyElementsOf(wronged.stream().map(id -> id.replaceFirst(".*p", "")).toList());
    assertThat(GroupsTruthIT.group(result, "sensors").verdict().status())
        .isEqualTo(Status.CONTRACT_BROKEN);
    for (String group : List.of("telemetry", "gates", "boards")) {
      RunResult run = GroupsTruthIT.group(result, group);
      assertThat(run.verdict().status()).as(group).isIn(FAIR);
      assertThat(run.messages().received()).as(group).isEqualTo(run.messages().expected());
    }
    assertThat(storm(result, "gates").missing()).isZero();
    assertThat(storm(result, "boards").missing()).isZero();
  }
}
