package io.brokerbench.mqtt.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.engine.RunRequirements;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.gate.RoundDesign;
import io.brokerbench.mqtt.paho.PahoDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StormCatalogTest {

  static List<Scenario> scenarios() {
    return new StormCatalog().scenarios();
  }

  private static Scenario named(String name) {
    return new StormCatalog().find(name).orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void eachOneIsReadAsItIsWritten(Scenario scenario) {
    String text = ScenarioCodec.write(scenario, ScenarioFormat.YAML);
    assertThat(ScenarioCodec.read(text, ScenarioFormat.YAML, "test")).isEqualTo(scenario);
  }

  /** A slice of a storm, or a storm under a closed load, would be another storm. */
  @ParameterizedTest
  @MethodSource("scenarios")
  void comparisonsRunEachOneWhole(Scenario scenario) {
    assertThat(RoundDesign.isSliceable(scenario)).isFalse();
    assertThat(RoundDesign.rehearsal(scenario)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void severalProcessesMayFollowWhatIsOwed(Scenario scenario) {
    RunRequirements requirements = new RunRequirements(scenario);
    requirements.requireOneProcess(2, false);
    requirements.requireOneProcess(1, true);
  }

  /** A candidate that loses one of what these say does not pass. */
  @ParameterizedTest
  @CsvSource({
    "RETAINED, storm.lostRetained",
    "WILL, storm.lostWills",
    "WILL.SILENCE, storm.lostWills",
    "TAKEOVER, messages.lost",
    "RECONNECT, messages.lost",
    "CHURN, messages.lost",
    "SLOW, messages.lost"
  })
  void whatEachOneMayNotLoseHasOneGuard(String name, String guard) {
    assertThat(
            FigureCatalogue.guards().stream()
                .filter(figure -> gradeOf(figure, named(name)).equals(Optional.of(GuardGrade.LOSS)))
                .map(Figure::path))
        .containsExactly(guard);
    Scenario mayLose = ScenarioChange.set("workload.qos", 0).applyTo(named("WILL"));
    assertThat(gradeOf(FigureCatalogue.find("storm.lostWills"), mayLose)).isEmpty();
  }

  private static Optional<GuardGrade> gradeOf(Figure figure, Scenario scenario) {
    return figure.guard().orElseThrow().grade().apply(scenario);
  }

  @Test
  void willsAreNeededOfTheDriver() {
    RunRequirements wills = new RunRequirements(named("WILL"));
    wills.requireAble(new SwarmDriverProvider());
    assertThatThrownBy(() -> wills.requireAble(new PahoDriverProvider()))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("WILL needs wills, which the driver paho does not support");
    new RunRequirements(named("RETAINED")).requireAble(new PahoDriverProvider());
  }

  @Test
  void slowConsumersAreNeededOfTheDriver() {
    RunRequirements slow = new RunRequirements(named("SLOW"));
    slow.requireAble(new SwarmDriverProvider());
    assertThatThrownBy(() -> slow.requireFeatures(new PahoDriverProvider()))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("SLOW needs slow consumers, which the driver paho does not support");
  }

  @ParameterizedTest
  @ValueSource(strings = {"WILL", "WILL.SILENCE"})
  void aWillIsOwedForEachConnectionThatBreaks(String name) {
    Scenario wills = named(name);
    assertThatThrownBy(() -> ScenarioChange.set("session.reconnect", true).applyTo(wills))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("not with the storms WILL and SILENCE");
  }

  @Test
  void clientsComeBackInAllOtherStorms() {
    for (String name : List.of("RETAINED", "TAKEOVER", "RECONNECT", "CHURN", "SLOW")) {
      Scenario storm = ScenarioChange.set("session.reconnect", true).applyTo(named(name));
      assertThat(storm.session().reconnects()).as(name).isTrue();
    }
    assertThatThrownBy(
            () ->
                ScenarioChange.set("session.reconnect", true)
                    .and("workload.qos", 0)
                    .applyTo(named("RETAINED")))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("QoS 1 with the storm RETAINED");
  }

  @Test
  void someConsumersAreSlowAndSomeAreNot() {
    Scenario slow = named("SLOW");
    assertThat(slow.promptFanOut()).isEqualTo(8);
    assertThat(IntStream.range(0, 10).filter(slow.slowConsumers().orElseThrow()::isSlow).toArray())
        .containsExactly(4, 9);
    refused("topology.consumers", 4, "storm.slow.share 0.2: enough for one of 4 consumers");
    refused("conditions.storm.slow.share", 1, "storm.slow.share 1.0: more than 0 and below 1");
    refused("conditions.storm.slow.pace", 0, "storm.slow.pace 0.0: more than 0 and below 1");
    refused("session.reconnect", false, "session.reconnect true");
    refused("workload.retain", true, "workload.retain false");
    refused("topology.distribution", "SHARED", "topology.distribution ALL");
    assertThatThrownBy(
            () ->
                ScenarioChange.set("workload.qos", 0)
                    .and("conditions.storm.slow.withhold", "ACKNOWLEDGEMENTS")
                    .applyTo(slow))
        .hasMessageContaining("READS with QoS 0, which has no acknowledgements");
    assertThatThrownBy(
            () ->
                ScenarioChange.set("session.protocol", "mqtt5")
                    .and("session.mqtt5.messageExpiry", "5s")
                    .applyTo(slow))
        .hasMessageContaining("none beside slow consumers");
    assertThatThrownBy(
            () -> ScenarioChange.set("conditions.storm.slow.pace", 0.5).applyTo(named("CHURN")))
        .hasMessageContaining("only with SLOW");
  }

  private static void refused(String path, Object value, String why) {
    assertThatThrownBy(() -> ScenarioChange.set(path, value).applyTo(named("SLOW")))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(why);
  }

  @Test
  void theSteadyStateHoldsTheKeepAliveOfSilentClients() {
    assertThatThrownBy(
            () -> ScenarioChange.set("session.keepAlive", "8s").applyTo(named("WILL.SILENCE")))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("phases.steady")
        .hasMessageContaining("the last of 1000 clients is due after 999ms, and 12s follow");
    ScenarioChange.set("session.keepAlive", "8s")
        .and("phases.steady", "14s")
        .applyTo(named("WILL.SILENCE"));
  }

  @Test
  void aShareOfTheClientsLeavesInAnOrderlyWay() {
    Scenario scenario = ScenarioChange.set("conditions.storm.orderly", 0.25).applyTo(named("WILL"));
    long orderly =
        IntStream.range(0, 1_000)
            .filter(scenario.conditions().storm().orElseThrow()::isOrderly)
            .count();
    assertThat(orderly).isEqualTo(250);
    assertThatThrownBy(
            () -> ScenarioChange.set("conditions.storm.orderly", 0.25).applyTo(named("RETAINED")))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("only with WILL or SILENCE");
  }
}
