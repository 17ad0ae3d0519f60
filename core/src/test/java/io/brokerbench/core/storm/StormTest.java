package io.brokerbench.core.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.load.ArrivalSchedule;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StormTest {

  private static final Duration STEADY = Duration.ofSeconds(1);

  private static Scenario retained(Storm storm) {
    return new Scenario(
            "storm",
            "",
            new Topology(100, 10, Distribution.ALL),
            ScenarioDefaults.workload(Qos.AT_LEAST_ONCE).withRetain(true),
            ScenarioDefaults.session(false),
            new Phases(Duration.ZERO, STEADY, STEADY, STEADY))
        .withConditions(Conditions.NONE.withStorm(storm));
  }

  private static Storm every(Duration every) {
    return ScenarioCodec.read(
            ScenarioCodec.write(retained(Storm.of(StormKind.RETAINED)), ScenarioFormat.YAML)
                .replace("kind: RETAINED", "kind: RETAINED\n    every: " + every.toMillis() + "ms"),
            ScenarioFormat.YAML,
            "test")
        .conditions()
        .storm()
        .orElseThrow();
  }

  @Test
  void aFileSaysWhatTheClientsDoAndHowFarApart() {
    assertThat(every(Duration.ofMillis(10)).every()).contains(Duration.ofMillis(10));
    assertThat(every(Duration.ofMillis(10)).offsetNanos(3)).isEqualTo(30_000_000);
    assertThat(Storm.of(StormKind.RETAINED).offsetNanos(3)).isZero();
  }

  @Test
  void clientsAreDueOneAfterTheOtherInTheSteadyState() {
    assertThatThrownBy(() -> every(Duration.ofHours(2)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("every")
        .hasMessageContaining("at most 1h");
    assertThatThrownBy(() -> every(Duration.ofMillis(120)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("the last of 10 clients is due after 1080ms");
  }

  @Test
  void eachPublisherSendsAsManyMessagesAsTheStormNeeds() {
    ArrivalSchedule schedule = retained(Storm.of(StormKind.RETAINED)).schedule().orElseThrow();
    assertThat(schedule.offsetNanos(199)).isLessThan(STEADY.toNanos());
    assertThat(schedule.offsetNanos(200)).isGreaterThan(Phases.MAX.toNanos());
  }

  private static Scenario read(String kind, String session, String workload) {
    return ScenarioCodec.read(
        """
        name: it
        topology: {publishers: 10, consumers: 10, distribution: %s}
        session: %s
        workload: %s
        conditions: {storm: {kind: %s}}
        phases: {steady: 30s}
        """
            .formatted(kind.equals("TAKEOVER") ? "PARTITIONS" : "ALL", session, workload, kind),
        ScenarioFormat.YAML,
        "it.yaml");
  }

  /**
   * The second client is another receiver, to which the broker sends again what is not released.
   */
  @Test
  void whoTakesOverKnowsNothingOfQos2() {
    assertThat(read("TAKEOVER", "{persistent: true}", "{qos: 1}").takesOver()).isTrue();
    assertThatThrownBy(() -> read("TAKEOVER", "{persistent: true}", "{qos: 2}"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("workload.qos 2: 0 or 1 with the storm TAKEOVER");
  }

  @Test
  void aWillHasAtMostAsManyBytesAsItsLengthCanSay() {
    String none = "{qos: 1, load: {type: none}, payload: {bytes: %d}}";
    assertThat(read("WILL", "{persistent: false}", none.formatted(65_535)).workload()).isNotNull();
    assertThatThrownBy(() -> read("WILL", "{persistent: false}", none.formatted(65_536)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("workload.payload.bytes 65536: at most 65535 bytes in a will");
  }

  @Test
  void whatItCannotBeCombinedWithIsRefused() {
    Scenario scenario = retained(Storm.of(StormKind.RETAINED));
    assertThatThrownBy(() -> scenario.withWorkload(scenario.workload().withRetain(false)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("workload.retain");
    assertThatThrownBy(() -> scenario.withTopology(new Topology(100, 10, Distribution.SHARED)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("topology.distribution ALL");
    assertThatThrownBy(() -> scenario.withSession(ScenarioDefaults.session(true)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("session.persistent");
    Fault kill = new Fault(FaultKind.KILL, Duration.ZERO, Optional.empty());
    assertThatThrownBy(() -> scenario.withConditions(scenario.conditions().withFault(kill)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("not with a fault");
  }
}
