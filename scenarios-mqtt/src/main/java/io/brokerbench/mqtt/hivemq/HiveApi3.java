package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3Connect;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3ConnectBuilder;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.AcceptedConnection;
import io.brokerbench.mqtt.library.Arrival;
import io.brokerbench.mqtt.library.LinkSettings;
import io.reactivex.Flowable;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** The library's client of MQTT 3.1.1. */
record HiveApi3(LinkSettings settings, Mqtt3AsyncClient client) implements HiveApi {

  @Override
  public CompletableFuture<AcceptedConnection> connect(boolean clean) {
    Mqtt3ConnectBuilder connect =
        Mqtt3Connect.builder().keepAlive(settings.keepAliveSeconds()).cleanSession(clean);
    Mqtt3Connect message =
        settings
            .login()
            .<Mqtt3ConnectBuilder>map(
                login ->
                    connect
                        .simpleAuth()
                        .username(login.user())
                        .password(login.password().getBytes(StandardCharsets.UTF_8))
                        .applySimpleAuth())
            .orElse(connect)
            .build();
    return client
        .connect(message)
        .thenApply(answer -> AcceptedConnection.of(answer.isSessionPresent()));
  }

  @Override
  public CompletableFuture<?> publish(
      HiveMessageTemplate message, int topic, String proof, byte[] payload) {
    return client.publish(
        Mqtt3Publish.builder()
            .topic(message.topics().get(topic))
            .qos(message.qos())
            .retain(message.retain())
            .payload(payload)
            .build());
  }

  @Override
  public CompletableFuture<Integer> subscribe(String filter, Qos qos) {
    return client
        .subscribeWith()
        .topicFilter(filter)
        .qos(HiveMessageTemplate.qos(qos))
        .send()
        .thenApply(answer -> answer.getReturnCodes().get(0).getCode());
  }

  @Override
  public CompletableFuture<?> unsubscribe(String filter) {
    return client.unsubscribeWith().topicFilter(filter).send();
  }

  @Override
  public Flowable<Arrival> messages() {
    return client
        .toRx()
        .publishes(MqttGlobalPublishFilter.ALL)
        .map(m -> HiveApi.arrival(m.getPayload(), m.isRetain(), m.getQos()));
  }

  @Override
  public CompletableFuture<?> disconnect(boolean endSession) {
    return client.disconnect();
  }
}
