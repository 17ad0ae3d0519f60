package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.mqtt.hivemq.HiveMqDriverProvider;
import io.brokerbench.mqtt.paho.PahoDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages with RETAIN on a broker that is kept: the next run gets none of them. */
class RetainedIT {

  static Stream<Arguments> loads() {
    return Stream.of(
        Arguments.of(new SwarmDriverProvider(), "STRESS.Q0", Protocol.MQTT_3_1_1),
        Arguments.of(new SwarmDriverProvider(), "STRESS.Q2", Protocol.MQTT_5),
        Arguments.of(new HiveMqDriverProvider(), "STRESS.Q1", Protocol.MQTT_5),
        Arguments.of(new PahoDriverProvider(), "STRESS.Q0", Protocol.MQTT_3_1_1),
        Arguments.of(new PahoDriverProvider(), "STRESS.Q2", Protocol.MQTT_3_1_1));
  }

  @ParameterizedTest
  @MethodSource("loads")
  void aRunLeavesNoRetainedMessageToTheNextOne(
      ClientDriverProvider driver, String name, Protocol protocol) throws Exception {
    Mosquitto.assumeInstalled();
    Scenario scenario =
        ScenarioChange.set("workload.load.rate", 200)
            .and("session.protocol", protocol)
            .and("phases.warmUp", "100ms")
            .and("phases.steady", "400ms")
            .applyTo(Scenarios.load().find(name));
    try (Broker broker = Mosquitto.start()) {
      for (int run = 0; run < 2; run++) {
        RunResult result =
            new LoadRig(scenario, broker, driver, RigSettings.defaults(), RunListener.NONE).run();
        assertThat(result.messages().received())
            .isPositive()
            .isEqualTo(result.messages().expected());
        assertThat(result.messages().unrecognised()).isZero();
        assertThat(result.messages().damaged()).isZero();
      }
    }
  }
}
