package io.brokerbench.testkit.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** With MQTT 3. */
final class KitMqtt3 extends KitMqtt {

  private final Mqtt3AsyncClient client;

  KitMqtt3(Mqtt3AsyncClient client) {
    this.client = client;
    client.publishes(MqttGlobalPublishFilter.ALL, this::received);
  }

  private void received(Mqtt3Publish publish) {
    Optional<ByteBuffer> payload = publish.getPayload();
    arrived(payload.orElseGet(() -> ByteBuffer.allocate(0)), publish.isRetain());
  }

  @Override
  boolean connect(boolean persistent) {
    return await(client.connectWith().cleanSession(!persistent).send()).isSessionPresent();
  }

  @Override
  void subscribe(String filter, int qos) {
    var answer =
        await(client.subscribeWith().topicFilter(filter).qos(MqttQos.fromCode(qos)).send());
    assertThat(answer.getReturnCodes().get(0).getCode())
        .as("QoS granted for %s", filter)
        .isEqualTo(qos);
  }

  @Override
  CompletableFuture<?> publish(String topic, int qos, boolean retain, String text) {
    return client
        .publishWith()
        .topic(topic)
        .qos(MqttQos.fromCode(qos))
        .retain(retain)
        .payload(bytes(text))
        .send();
  }

  @Override
  public void close() {
    if (client.getState().isConnected()) {
      await(client.disconnect());
    }
  }
}
