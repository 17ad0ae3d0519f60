package io.brokerbench.kit;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import java.util.concurrent.CompletableFuture;

/** With MQTT 3. */
final class KitMqtt3 extends KitMqtt {

  private final Mqtt3AsyncClient client;

  KitMqtt3(Mqtt3AsyncClient client) {
    super(client);
    this.client = client;
    client.publishes(
        MqttGlobalPublishFilter.ALL,
        publish -> arrived(publish.getPayloadAsBytes(), publish.isRetain()));
  }

  @Override
  boolean connect(boolean persistent) {
    return await("CONNECT", client.connectWith().cleanSession(!persistent).send())
        .isSessionPresent();
  }

  @Override
  CompletableFuture<Integer> subscribe(String filter, MqttQos qos) {
    return client
        .subscribeWith()
        .topicFilter(filter)
        .qos(qos)
        .send()
        .thenApply(answer -> answer.getReturnCodes().get(0).getCode());
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
  CompletableFuture<?> disconnect() {
    return client.disconnect();
  }
}
