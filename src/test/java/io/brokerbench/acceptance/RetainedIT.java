package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.mqtt.hivemq.HiveMqDriverProvider;
import io.brokerbench.mqtt.paho.PahoDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages with RETAIN on a broker that is kept, or to clients that come back. */
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

  private static Scenario shortened(String name, ScenarioChange more) {
    return ScenarioChange.set("workload.load.rate", 200)
        .and("workload.retain", true)
        .and("phases.warmUp", "100ms")
        .and("phases.steady", "1s")
        .and(more)
        .applyTo(Scenarios.load().find(name));
  }

  @Test
  void whatARunHasLeftThatWasKilledIsNotOfTheNextOne() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      Mqtt3BlockingClient killed =
          MqttClient.builder()
              .serverHost(broker.endpoint().host())
              .serverPort(broker.endpoint().port())
              .useMqttVersion3()
              .buildBlocking();
      killed.connect();
      killed
          .publishWith()
          .topic("p/retained/0/t/0")
          .payload(new byte[64])
          .qos(MqttQos.AT_LEAST_ONCE)
          .retain(true)
          .send();
      killed.disconnect();
      Scenario scenario =
          shortened("FANIN.Q1.SINGLE", ScenarioChange.set("topology.publishers", 10));
      RunResult result = Runs.on(broker, scenario);
      assertThat(result.messages().unrecognised()).isEqualTo(1);
      assertThat(result.messages().received()).isEqualTo(result.messages().expected());
      Runs.accusesNoBroker(result);
    }
  }

  /** They subscribe again between two messages of each topic, of which they have had the first. */
  @Test
  void whatComesAgainToConsumersThatAreBackIsNoDuplicate() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker
          .faults()
          .at(
              Duration.ofMillis(1_300),
              faults -> faults.cutConnection(id -> id.matches(".*c\\d+")));
      Scenario scenario =
          shortened(
              "STRESS.Q0",
              ScenarioChange.set("session.reconnect", true)
                  .and("workload.load.rate", 3)
                  .and("phases.steady", "4s"));
      RunResult result = Runs.on(broker, scenario);
      Messages messages = result.messages();
      assertThat(result.failover()).isPresent();
      assertThat(broker.counters().deliveriesSent())
          .as("copies, with those that came again")
          .isGreaterThan(messages.received() + messages.lost());
      assertThat(messages.duplicated()).isZero();
      assertThat(result.verdict().status()).isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    }
  }
}
