package io.brokerbench.kit;

import static io.brokerbench.kit.BrokenClaimException.requireEqual;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttWebSocketConfig;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3ClientBuilder;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientBuilder;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access.Login;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * A client of a library that shares no code with our drivers, the same for both versions of the
 * protocol, with text for payloads. Methods wait, unless they return a future.
 */
abstract class KitMqtt implements AutoCloseable {

  /** How long a broker may take for anything. */
  static final long PATIENCE_SECONDS = 30;

  private static final int BATCH = 500;

  /** A message that came. */
  record Arrival(String text, boolean retain) {}

  private final MqttClient client;
  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();

  KitMqtt(MqttClient client) {
    this.client = client;
  }

  static KitMqtt of(Protocol protocol, Endpoint endpoint, String clientId) {
    return of(protocol, endpoint, clientId, Optional.empty());
  }

  static KitMqtt of(Protocol protocol, Endpoint endpoint, String clientId, Optional<Login> login) {
    return of(protocol, builder(endpoint, clientId), login);
  }

  static KitMqtt of(
      Protocol protocol, Endpoint endpoint, String clientId, MqttClientSslConfig tls) {
    return of(protocol, builder(endpoint, clientId).sslConfig(tls), Optional.empty());
  }

  private static MqttClientBuilder builder(Endpoint endpoint, String clientId) {
    MqttClientBuilder builder =
        MqttClient.builder()
            .identifier(clientId)
            .serverHost(endpoint.host())
            .serverPort(endpoint.port());
    return endpoint.listener().isWebSocket()
        ? builder.webSocketConfig(
            MqttWebSocketConfig.builder().serverPath(endpoint.path().substring(1)).build())
        : builder;
  }

  private static KitMqtt of(Protocol protocol, MqttClientBuilder builder, Optional<Login> login) {
    if (protocol == Protocol.MQTT_5) {
      Mqtt5ClientBuilder five = builder.useMqttVersion5();
      login.ifPresent(
          user ->
              five.simpleAuth()
                  .username(user.user())
                  .password(bytes(user.password()))
                  .applySimpleAuth());
      return new KitMqtt5(five.buildAsync());
    }
    Mqtt3ClientBuilder three = builder.useMqttVersion3();
    login.ifPresent(
        user ->
            three
                .simpleAuth()
                .username(user.user())
                .password(bytes(user.password()))
                .applySimpleAuth());
    return new KitMqtt3(three.buildAsync());
  }

  /** Connects. @return session present */
  abstract boolean connect(boolean persistent);

  /** Subscribes. @return the QoS granted, or a code from 0x80 */
  abstract CompletableFuture<Integer> subscribe(String filter, MqttQos qos);

  /** Done when the broker has acknowledged it. */
  abstract CompletableFuture<?> publish(String topic, int qos, boolean retain, String text);

  abstract CompletableFuture<?> disconnect();

  /** Ends the connection, if there is one. */
  @Override
  public final void close() {
    if (client.getState().isConnected()) {
      await("DISCONNECT", disconnect());
    }
  }

  final void subscribe(String filter, int qos) {
    requireEqual(
        "QoS granted for " + filter,
        await("SUBSCRIBE", subscribe(filter, MqttQos.fromCode(qos))),
        qos);
  }

  final KitMqtt connected() {
    connect(false);
    return this;
  }

  /** Publishes the numbers from one to before another, and waits for the acknowledgements. */
  final void publishNumbers(String topic, int qos, int from, int to) {
    List<CompletableFuture<?>> batch = new ArrayList<>();
    for (int i = from; i < to; i++) {
      batch.add(publish(topic, qos, false, Integer.toString(i)));
      if (batch.size() == BATCH || i == to - 1) {
        batch.forEach(each -> await("PUBLISH", each));
        batch.clear();
      }
    }
  }

  /** Takes the next messages, which have to come in time. */
  final List<String> take(int count) {
    List<String> taken = new ArrayList<>(count);
    while (taken.size() < count) {
      int before = taken.size();
      taken.add(
          poll(PATIENCE_SECONDS * 1_000)
              .orElseThrow(
                  () ->
                      new BrokenClaimException(
                          "only %d of %d messages came".formatted(before, count)))
              .text());
    }
    return taken;
  }

  /** Takes what comes until it is enough, or no more comes for so long. */
  final List<Arrival> takeUntilQuiet(long millis, Predicate<List<Arrival>> enough) {
    List<Arrival> taken = new ArrayList<>();
    while (!enough.test(taken)) {
      Optional<Arrival> next = poll(millis);
      if (next.isEmpty()) {
        break;
      }
      taken.add(next.get());
    }
    return taken;
  }

  /** Takes what has come. */
  final void drainTo(List<String> texts) {
    List<Arrival> taken = new ArrayList<>();
    arrivals.drainTo(taken);
    taken.forEach(arrival -> texts.add(arrival.text()));
  }

  final Optional<Arrival> poll(long millis) {
    try {
      return Optional.ofNullable(arrivals.poll(millis, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokenClaimException("interrupted while waiting for a message", e);
    }
  }

  final void arrived(byte[] payload, boolean retain) {
    arrivals.add(new Arrival(new String(payload, StandardCharsets.UTF_8), retain));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Waits for the answer to a packet.
   *
   * @param packet its name, for the message where no answer comes
   */
  static <T> T await(String packet, CompletableFuture<T> future) {
    try {
      return future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new BrokenClaimException(
          cause instanceof TimeoutException
              ? "no answer to %s within %d s".formatted(packet, PATIENCE_SECONDS)
              : String.valueOf(cause.getMessage()),
          e);
    }
  }
}
