package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.AcceptedConnection;
import io.brokerbench.mqtt.library.Arrival;
import io.brokerbench.mqtt.library.LinkSettings;
import io.reactivex.Flowable;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** What a link needs of the library, which has an interface for each version of MQTT. */
interface HiveApi {

  /** The payload of a message that has none. */
  ByteBuffer EMPTY = ByteBuffer.allocate(0);

  /**
   * A client.
   *
   * @param disconnected receives the cause of each end of a connection, and of each failure to
   *     connect, on the lane's thread
   */
  static HiveApi of(LinkSettings settings, Consumer<Throwable> disconnected) {
    MqttClientBuilder builder =
        HiveClients.builder(settings)
            .addDisconnectedListener(context -> disconnected.accept(context.getCause()));
    return settings.driver().protocol() == Protocol.MQTT_5
        ? new HiveApi5(settings, builder.useMqttVersion5().buildAsync())
        : new HiveApi3(settings, builder.useMqttVersion3().buildAsync());
  }

  MqttClient client();

  CompletableFuture<AcceptedConnection> connect(boolean clean);

  /**
   * Completes when the message is acknowledged, or with QoS 0 written; fails if it was refused.
   *
   * @param topic index of its topic
   * @param proof digits of the user property that proves it, with MQTT 5; null for none
   */
  CompletableFuture<?> publish(
      HiveMessageTemplate message, int topic, String proof, byte[] payload);

  /**
   * Completes with the QoS granted, or a code from 0x80. With MQTT 5, the library numbers
   * subscriptions itself wherever the broker has identifiers for them.
   */
  CompletableFuture<Integer> subscribe(String filter, Qos qos);

  /** Completes when the broker has answered. */
  CompletableFuture<?> unsubscribe(String filter);

  /** A message as it came, of either version. */
  static Arrival arrival(Optional<ByteBuffer> payload, boolean retained, MqttQos qos) {
    return new Arrival(payload.orElse(EMPTY), retained, qos.getCode());
  }

  /** All messages that come, until the session ends, which is an error. */
  Flowable<Arrival> messages();

  CompletableFuture<?> disconnect(boolean endSession);
}
