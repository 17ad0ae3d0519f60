package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.containers.mosquitto.MosquittoProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The five scenarios of the Open MQTT Benchmark Suite at their smallest scale, on real brokers. */
@Tag("release")
class MqttbsRunsIT {

  static List<BrokerProvider> brokers() {
    return List.of(
        new MosquittoProvider(),
        new EmbeddedProvider.HiveMq(),
        new EmbeddedProvider.Artemis(),
        new EmbeddedProvider.ActiveMq());
  }

  static Stream<Arguments> runs() {
    return Stream.of("FANOUT.S", "P2P.S", "FANIN.S")
        .flatMap(
            name ->
                brokers().stream()
                    .filter(broker -> !name.equals("FANIN.S") || shares(broker))
                    .map(broker -> Arguments.of("MQTTBS." + name, broker)));
  }

  static Stream<BrokerProvider> sharing() {
    return brokers().stream().filter(MqttbsRunsIT::shares);
  }

  private static boolean shares(BrokerProvider broker) {
    return broker
        .capabilities()
        .containsAll(List.of(Capability.MQTT_5, Capability.SHARED_SUBSCRIPTIONS));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void losesNothing(String name, BrokerProvider provider) throws Exception {
    RunResult result =
        Runs.on(
            ScenarioChange.set("phases.steady", "4s").applyTo(Scenarios.load().find(name)),
            provider);
    assertThat(result.messages().received()).isEqualTo(result.messages().expected()).isPositive();
    Runs.accusesNoBroker(result);
  }

  @ParameterizedTest
  @MethodSource("brokers")
  void allClientsConnect(BrokerProvider provider) throws Exception {
    RunResult result =
        Runs.on(
            ScenarioChange.set("phases.steady", "4s")
                .applyTo(Scenarios.load().find("MQTTBS.CONN.S")),
            provider);
    assertThat(result.connections().connected()).isEqualTo(result.connections().asked());
    assertThat(result.connections().dropped() + result.connections().refused()).isZero();
  }

  @ParameterizedTest
  @MethodSource("sharing")
  void allFourAtTheSameTime(BrokerProvider provider) throws Exception {
    GroupedScenario composite = Scenarios.load().findGrouped("MQTTBS.COMPOSITE.S").orElseThrow();
    try (Broker broker = provider.start(BrokerRequest.of(provider.name()))) {
      GroupsResult result = GroupsTruthIT.run(composite, broker, 1);
      for (GroupRun group : result.groups()) {
        Runs.accusesNoBroker(group.run());
        assertThat(group.run().messages().lost()).as(group.name()).isZero();
      }
    }
  }
}
