package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.mqtt.MqttClient;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.AcceptedConnection;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** What a link needs of the library, which has an interface for each version of MQTT. */
interface HiveApi {

  MqttClient client();

  /** Receives each end of a connection, and of each failure to connect, on the lane's thread. */
  void whenDisconnected(Consumer<Throwable> listener);

  CompletableFuture<AcceptedConnection> connect(boolean clean);

  /** Completes when the message is acknowledged, or with QoS 0 written; fails if it was refused. */
  CompletableFuture<?> publish(HiveMessageTemplate message, byte[] payload);

  /** Completes with the QoS granted, or a code from 0x80. */
  CompletableFuture<Integer> subscribe(String filter, Qos qos);

  /** Completes when the broker has answered. */
  CompletableFuture<?> unsubscribe(String filter);

  /**
   * Hands over all messages that come, until the session ends.
   *
   * @param ended called when no more will be handed over
   */
  void receive(Consumer<ByteBuffer> messages, Consumer<Throwable> ended);

  CompletableFuture<?> disconnect(boolean endSession);
}
