package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3Connect;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3ConnectBuilder;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.AcceptedConnection;
import io.brokerbench.mqtt.library.LinkSettings;
import io.reactivex.disposables.Disposable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The library's client of MQTT 3.1.1. */
final class HiveApi3 implements HiveApi {

  private final LinkSettings settings;
  private final Mqtt3AsyncClient client;
  private final List<Consumer<Throwable>> listeners = new ArrayList<>();

  HiveApi3(LinkSettings settings) {
    this.settings = settings;
    this.client =
        HiveClients.builder(settings)
            .useMqttVersion3()
            .addDisconnectedListener(
                context -> listeners.forEach(listener -> listener.accept(context.getCause())))
            .buildAsync();
  }

  @Override
  public MqttClient client() {
    return client;
  }

  @Override
  public void whenDisconnected(Consumer<Throwable> listener) {
    listeners.add(listener);
  }

  @Override
  public CompletableFuture<AcceptedConnection> connect(boolean clean) {
    Mqtt3ConnectBuilder connect =
        Mqtt3Connect.builder().keepAlive(settings.keepAliveSeconds()).cleanSession(clean);
    if (settings.driver().access().login().isPresent()) {
      var login = settings.driver().access().login().get();
      connect =
          connect
              .simpleAuth()
              .username(login.user())
              .password(login.password().getBytes(StandardCharsets.UTF_8))
              .applySimpleAuth();
    }
    return client
        .connect(connect.build())
        .thenApply(answer -> AcceptedConnection.of(answer.isSessionPresent()));
  }

  @Override
  public CompletableFuture<?> publish(HiveMessageTemplate message, byte[] payload) {
    return client.publish(
        Mqtt3Publish.builder()
            .topic(message.topic())
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
  public void receive(Consumer<ByteBuffer> messages, Consumer<Throwable> ended) {
    Disposable unused =
        client
            .toRx()
            .publishes(MqttGlobalPublishFilter.ALL)
            .subscribe(
                publish ->
                    messages.accept(publish.getPayload().orElseGet(() -> ByteBuffer.allocate(0))),
                ended::accept);
  }

  @Override
  public CompletableFuture<?> disconnect(boolean endSession) {
    return client.disconnect();
  }
}
