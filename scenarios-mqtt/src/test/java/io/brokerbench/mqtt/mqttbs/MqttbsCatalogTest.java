package io.brokerbench.mqtt.mqttbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.engine.GroupRequirements;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.publication.Publications;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MqttbsCatalogTest {

  private final Scenarios scenarios = Scenarios.load();

  /** The use cases by their names in the suite, such as singlenode-sharesub-50K-500-50K-50K. */
  @ParameterizedTest
  @CsvSource({
    "FANOUT.L, 5, 1000, ALL, 250, 250000",
    "P2P.L, 50000, 50000, PARTITIONS, 50000, 50000",
    "FANIN.L, 50000, 500, SHARED, 50000, 50000",
    "FANOUT.S, 5, 10, ALL, 250, 2500",
    "P2P.M, 5000, 5000, PARTITIONS, 5000, 5000",
    "FANIN.S, 500, 5, SHARED, 500, 500",
  })
  void aScenarioHasTheSizesOfTheSuite(
      String name, int publishers, int consumers, Distribution distribution, int rate, int out) {
    Scenario scenario = scenarios.find("MQTTBS." + name);
    assertThat(scenario.topology().publishers()).isEqualTo(publishers);
    assertThat(scenario.topology().consumers()).isEqualTo(consumers);
    assertThat(scenario.topology().distribution()).isEqualTo(distribution);
    double perSecond = ((OpenLoad) scenario.workload().load()).peakRate().perSecond();
    assertThat(perSecond).isEqualTo(rate);
    assertThat(perSecond * scenario.topology().fanOut()).isEqualTo(out);
    assertThat(scenario.workload().qos().level()).isEqualTo(1);
    assertThat(scenario.session().keepAlive()).isEqualTo(Duration.ofMinutes(5));
    assertThat(scenario.session().protocol())
        .isEqualTo(name.startsWith("FANIN") ? Protocol.MQTT_5 : Protocol.MQTT_3_1_1);
  }

  @Test
  void aMillionClientsConnectWithin200Seconds() {
    Scenario scenario = scenarios.find("MQTTBS.CONN.L");
    double rate = scenario.session().connectRate().orElseThrow().perSecond();
    assertThat(scenario.connectsOnly()).isTrue();
    assertThat(scenario.clients() / rate).isEqualTo(200);
    assertThat(scenario.phases().steady()).isEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void theCompositeHasTheOthersAsGroups() {
    GroupedScenario composite = scenarios.findGrouped("MQTTBS.COMPOSITE.S").orElseThrow();
    GroupRequirements.require(composite);
    assertThat(composite.groups())
        .extracting(ClientGroup::name)
        .containsExactly("background", "fan-out", "point-to-point", "fan-in");
    assertThat(composite.groups())
        .allSatisfy(g -> assertThat(g.end()).isEqualTo(composite.length()));
    assertThat(composite.groups().get(0).scenario().clients())
        .isGreaterThan(composite.clients() / 2);
    assertThatThrownBy(() -> scenarios.find("MQTTBS.COMPOSITE.S"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "MQTTBS.COMPOSITE.S has groups; brokerbench run and ab take it, and Bench.groups of a"
                + " test");
  }

  @Test
  void whatWasPublishedIsMarkedWhereItIsTheSameWork() {
    Publications publications = Publications.load();
    Scenario fanOut = scenarios.find("MQTTBS.FANOUT.L");
    assertThat(
            publications.of(fanOut).orElseThrow().find(fanOut).orElseThrow().main().orElseThrow())
        .satisfies(
            value -> {
              assertThat(value.figure().path()).isEqualTo("throughput.received");
              assertThat(value.at(PublishedSize.LARGE)).hasValue(250_000);
            });
    assertThat(publications.of(scenarios.find("MQTTBS.FANOUT.S"))).isEmpty();
    Scenario connection = scenarios.find("MQTTBS.CONN.L");
    assertThat(publications.of(connection).orElseThrow().find(connection).orElseThrow().main())
        .hasValueSatisfying(value -> assertThat(value.text()).endsWith(" 2.99 ms (L)"));
    assertThat(publications.of(ScenarioChange.set("session.connectRate", 9).applyTo(connection)))
        .isEmpty();
    assertThat(publications.of(ScenarioChange.set("workload.qos", 0).applyTo(fanOut))).isEmpty();
    assertThat(publications.of(ScenarioChange.set("session.persistent", true).applyTo(fanOut)))
        .isEmpty();
    assertThat(publications.of(ScenarioChange.set("phases.steady", "9s").applyTo(fanOut)))
        .isPresent();
  }
}
