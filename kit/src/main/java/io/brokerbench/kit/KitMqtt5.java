package io.brokerbench.kit;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** With MQTT 5. */
final class KitMqtt5 extends KitMqtt {

  private static final long SESSION_EXPIRY_SECONDS = 3_600;

  private final Mqtt5AsyncClient client;

  KitMqtt5(Mqtt5AsyncClient client) {
    super(client);
    this.client = client;
    client.publishes(
        MqttGlobalPublishFilter.ALL,
        publish -> arrived(publish.getPayloadAsBytes(), publish.isRetain()));
  }

  @Override
  boolean connect(boolean persistent) {
    return await(
            "CONNECT",
            client
                .connectWith()
                .cleanStart(!persistent)
                .sessionExpiryInterval(persistent ? SESSION_EXPIRY_SECONDS : 0)
                .send())
        .isSessionPresent();
  }

  @Override
  CompletableFuture<Integer> subscribe(String filter, MqttQos qos) {
    return client
        .subscribeWith()
        .topicFilter(filter)
        .qos(qos)
        .send()
        .thenApply(answer -> answer.getReasonCodes().get(0).getCode());
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
  CompletableFuture<?> disconnect() {
    return client.disconnect();
  }
}
