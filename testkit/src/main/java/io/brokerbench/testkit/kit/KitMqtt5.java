package io.brokerbench.testkit.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** With MQTT 5. */
final class KitMqtt5 extends KitMqtt {

  private static final long SESSION_EXPIRY_SECONDS = 3_600;

  private final Mqtt5AsyncClient client;

  KitMqtt5(Mqtt5AsyncClient client) {
    this.client = client;
    client.publishes(MqttGlobalPublishFilter.ALL, this::received);
  }

  private void received(Mqtt5Publish publish) {
    Optional<ByteBuffer> payload = publish.getPayload();
    arrived(payload.orElseGet(() -> ByteBuffer.allocate(0)), publish.isRetain());
  }

  @Override
  boolean connect(boolean persistent) {
    return await(
            client
                .connectWith()
                .cleanStart(!persistent)
                .sessionExpiryInterval(persistent ? SESSION_EXPIRY_SECONDS : 0)
                .send())
        .isSessionPresent();
  }

  @Override
  void subscribe(String filter, int qos) {
    var answer =
        await(client.subscribeWith().topicFilter(filter).qos(MqttQos.fromCode(qos)).send());
    assertThat(answer.getReasonCodes().get(0).getCode())
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
        .send()
        .thenAccept(
            result ->
                result
                    .getError()
                    .ifPresent(
                        error -> {
                          throw new CompletionException(error);
                        }));
  }

  @Override
  public void close() {
    if (client.getState().isConnected()) {
      await(client.disconnect());
    }
  }
}
