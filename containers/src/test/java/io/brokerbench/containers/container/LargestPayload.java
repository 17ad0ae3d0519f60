package io.brokerbench.containers.container;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient.Mqtt3Publishes;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.PayloadSpec;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A message with the largest payload that a scenario may have, through a broker and back. */
final class LargestPayload {

  private static final String TOPIC = "largest/payload";
  private static final int PATIENCE_SECONDS = 60;

  private LargestPayload() {}

  /** Whether it arrives with QoS 1, each byte of it. */
  static boolean comesBack(Endpoint plain) throws InterruptedException {
    byte[] payload = new byte[PayloadSpec.MAX_BYTES];
    new SplittableRandom(42).nextBytes(payload);
    Mqtt3BlockingClient client =
        MqttClient.builder()
            .identifier("largest")
            .serverHost(plain.host())
            .serverPort(plain.port())
            .useMqttVersion3()
            .buildBlocking();
    client.connect();
    try (Mqtt3Publishes publishes = client.publishes(MqttGlobalPublishFilter.ALL)) {
      client.subscribeWith().topicFilter(TOPIC).qos(MqttQos.AT_LEAST_ONCE).send();
      client.publishWith().topic(TOPIC).qos(MqttQos.AT_LEAST_ONCE).payload(payload).send();
      Optional<Mqtt3Publish> back = publishes.receive(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return back.isPresent() && Arrays.equals(back.get().getPayloadAsBytes(), payload);
    } finally {
      client.disconnect();
    }
  }
}
