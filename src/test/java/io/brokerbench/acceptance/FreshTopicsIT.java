package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.mqtt.hivemq.HiveMqDriverProvider;
import io.brokerbench.mqtt.paho.PahoDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs on a broker that stays up have nothing to do with each other. */
@Execution(ExecutionMode.CONCURRENT)
class FreshTopicsIT {

  private static final int PUBLISHERS = 10;

  /** Of the observer: more than it sends in a run. */
  private static final int IN_FLIGHT = 10_000;

  static Stream<ClientDriverProvider> drivers() {
    return Stream.of(
        new SwarmDriverProvider(), new HiveMqDriverProvider(), new PahoDriverProvider());
  }

  private static Runs runs(ClientDriverProvider driver) {
    return Runs.of(PUBLISHERS, 2, Distribution.PARTITIONS)
        .driver(driver)
        .qos(1)
        .persistent(0)
        .rate(200)
        .steady(Duration.ofSeconds(1));
  }

  private static Set<String> roots(Set<String> topics) {
    return topics.stream()
        .map(topic -> topic.substring(2, topic.indexOf("/", 2)))
        .collect(Collectors.toSet());
  }

  private static void sendAgain(MqttClient client, Map<String, MqttMessage> messages) {
    try {
      for (Map.Entry<String, MqttMessage> message : messages.entrySet()) {
        client.publish(message.getKey(), message.getValue().getPayload(), 1, false);
      }
    } catch (MqttException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void twoRunsHaveDifferentTopicsAndWhatIsSentToTheFirstReachesNoConsumerOfTheSecond(
      ClientDriverProvider driver) throws Exception {
    Map<String, MqttMessage> seen = new ConcurrentHashMap<>();
    try (FaultyBroker broker = FaultyBroker.start();
        MqttClient other =
            new MqttClient(
                "tcp://127.0.0.1:" + broker.port(), "observer", new MemoryPersistence())) {
      MqttConnectOptions options = new MqttConnectOptions();
      options.setMaxInflight(IN_FLIGHT);
      other.connect(options);
      other.subscribe("p/#", 1, (topic, message) -> seen.put(topic, message));
      runs(driver).on(broker);
      Map<String, MqttMessage> first = Map.copyOf(seen);
      seen.clear();
      Messages second =
          runs(driver).rig(broker, progress -> sendAgain(other, first)).run().messages();

      assertThat(first).hasSize(PUBLISHERS);
      Set<String> roots = new HashSet<>(roots(seen.keySet()));
      assertThat(roots).hasSize(2).containsAll(roots(first.keySet()));
      assertThat(second.received()).isEqualTo(second.sent());
      assertThat(second.unrecognised()).isZero();
      other.disconnect();
    }
  }
}
