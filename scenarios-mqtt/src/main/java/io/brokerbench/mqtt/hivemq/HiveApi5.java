package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5ConnectBuilder;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5ConnectRestrictions;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAck;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAckRestrictions;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5Disconnect;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectBuilder;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishBuilder;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.payload.ProofPlace;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.AcceptedConnection;
import io.brokerbench.mqtt.library.Arrival;
import io.brokerbench.mqtt.library.LinkSettings;
import io.brokerbench.mqtt.swarm.codec.SessionExpiry;
import io.reactivex.Flowable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The library's client of MQTT 5.
 *
 * @param userProperties of each message
 */
record HiveApi5(LinkSettings settings, Mqtt5AsyncClient client, Mqtt5UserProperties userProperties)
    implements HiveApi {

  HiveApi5(LinkSettings settings, Mqtt5AsyncClient client) {
    this(settings, client, userProperties(settings.driver().mqtt5()));
  }

  private static Mqtt5UserProperties userProperties(Mqtt5Settings mqtt5) {
    return Mqtt5UserProperties.of(
        mqtt5.userProperties().orElse(Map.of()).entrySet().stream()
            .map(property -> Mqtt5UserProperty.of(property.getKey(), property.getValue()))
            .toList());
  }

  @Override
  public CompletableFuture<AcceptedConnection> connect(boolean clean) {
    Mqtt5ConnectBuilder connect =
        Mqtt5Connect.builder()
            .keepAlive(settings.keepAliveSeconds())
            .cleanStart(clean)
            .sessionExpiryInterval(clean ? 0 : mqtt5().sessionExpirySeconds())
            .restrictions(restrictions());
    Mqtt5Connect message =
        settings
            .login()
            .<Mqtt5ConnectBuilder>map(
                login ->
                    connect
                        .simpleAuth()
                        .username(login.user())
                        .password(login.password().getBytes(StandardCharsets.UTF_8))
                        .applySimpleAuth())
            .orElse(connect)
            .build();
    return client.connect(message).thenApply(HiveApi5::accepted);
  }

  private Mqtt5Settings mqtt5() {
    return settings.driver().mqtt5();
  }

  /** The library replaces topics by aliases wherever it may: none unless they are asked for. */
  private Mqtt5ConnectRestrictions restrictions() {
    return Mqtt5ConnectRestrictions.builder()
        .sendTopicAliasMaximum(mqtt5().usesTopicAliases() ? 1 : 0)
        .receiveMaximum(mqtt5().receiveMaximum().orElse(Mqtt5Settings.MAX_RECEIVE_MAXIMUM))
        .build();
  }

  @Override
  public CompletableFuture<?> publish(
      HiveMessageTemplate message, int topic, String proof, byte[] payload) {
    Mqtt5PublishBuilder.Complete publish =
        Mqtt5Publish.builder()
            .topic(message.topics().get(topic))
            .qos(message.qos())
            .retain(message.retain())
            .userProperties(proof == null ? userProperties : proving(proof))
            .payload(payload);
    if (mqtt5().messageExpiry().isPresent()) {
      publish = publish.messageExpiryInterval(mqtt5().messageExpiry().get().toSeconds());
    }
    return client.publish(publish.build());
  }

  @Override
  public CompletableFuture<Integer> subscribe(String filter, Qos qos) {
    return client
        .subscribeWith()
        .topicFilter(filter)
        .qos(HiveMessageTemplate.qos(qos))
        .send()
        .thenApply(answer -> answer.getReasonCodes().get(0).getCode());
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
        .map(m -> HiveApi.arrival(payload(m), m.isRetain(), m.getQos()));
  }

  /** With the digits of a user property in front, where that proves the message. */
  private Optional<ByteBuffer> payload(Mqtt5Publish message) {
    return settings.proves() ? Optional.of(proven(message)) : message.getPayload();
  }

  private ByteBuffer proven(Mqtt5Publish message) {
    Optional<String> digits =
        message.getUserProperties().asList().stream()
            .filter(property -> property.getName().toString().equals(ProofPlace.PROPERTY))
            .map(property -> property.getValue().toString())
            .findFirst();
    return settings.proven(digits, message.getPayload().orElse(EMPTY));
  }

  private Mqtt5UserProperties proving(String digits) {
    return userProperties.extend().add(ProofPlace.PROPERTY, digits).build();
  }

  @Override
  public CompletableFuture<?> disconnect(boolean endSession) {
    Mqtt5DisconnectBuilder disconnect = Mqtt5Disconnect.builder();
    return client.disconnect(
        endSession ? disconnect.sessionExpiryInterval(0).build() : disconnect.build());
  }

  private static AcceptedConnection accepted(Mqtt5ConnAck answer) {
    Mqtt5ConnAckRestrictions limits = answer.getRestrictions();
    return new AcceptedConnection(
        answer.isSessionPresent(),
        limits.getReceiveMaximum(),
        limits.getMaximumQos().getCode(),
        limits.getTopicAliasMaximum(),
        limits.areSubscriptionIdentifiersAvailable(),
        limits.getMaximumPacketSize(),
        answer.getSessionExpiryInterval().orElse(SessionExpiry.AS_ASKED));
  }
}
