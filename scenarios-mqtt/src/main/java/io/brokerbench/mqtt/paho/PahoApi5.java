package io.brokerbench.mqtt.paho;

import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.payload.ProofPlace;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.AcceptedConnection;
import io.brokerbench.mqtt.library.Arrival;
import io.brokerbench.mqtt.swarm.codec.SessionExpiry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

/**
 * The library's client of MQTT 5. It replaces topics by aliases wherever the broker allows them,
 * and has no setting for that.
 */
final class PahoApi5 implements PahoApi, MqttCallback {

  private final PahoContext context;
  private final PahoCalls calls;
  private final SessionPersistence5 kept;
  private final MqttConnectionOptions options;
  private final MqttAsyncClient client;
  private final Listener published;
  private final List<String> topics;
  private final List<UserProperty> userProperties;
  private final Optional<Long> messageExpirySeconds;

  PahoApi5(
      PahoContext context,
      PahoSockets sockets,
      PahoCalls calls,
      boolean clean,
      SessionPersistence5 kept) {
    this.context = context;
    this.calls = calls;
    this.kept = kept;
    kept.reconnected();
    this.topics = context.publisher().map(PublisherSpec::topics).orElse(List.of());
    this.published =
        new Listener(
            token -> calls.published((Integer) token.getUserContext(), code(token)), e -> {});
    this.messageExpirySeconds =
        context.settings().driver().mqtt5().messageExpiry().map(Duration::toSeconds);
    this.userProperties =
        context.settings().driver().mqtt5().userProperties().orElse(Map.of()).entrySet().stream()
            .map(property -> new UserProperty(property.getKey(), property.getValue()))
            .toList();
    this.options = options(context, sockets, clean);
    try {
      this.client =
          new MqttAsyncClient(
              context.uri(), context.settings().clientId(), kept, null, context.threads());
    } catch (MqttException e) {
      throw new IllegalStateException("a persistence in memory does not fail", e);
    }
    client.setCallback(this);
  }

  private static MqttConnectionOptions options(
      PahoContext context, PahoSockets sockets, boolean clean) {
    MqttConnectionOptions options = new MqttConnectionOptions();
    options.setCleanStart(clean);
    Mqtt5Settings mqtt5 = context.settings().driver().mqtt5();
    options.setSessionExpiryInterval(clean ? 0L : mqtt5.sessionExpirySeconds());
    mqtt5.receiveMaximum().ifPresent(options::setReceiveMaximum);
    options.setKeepAliveInterval(context.settings().keepAliveSeconds());
    options.setConnectionTimeout(0);
    options.setSocketFactory(sockets.factory());
    options.setHttpsHostnameVerificationEnabled(context.verifyHost());
    context
        .settings()
        .login()
        .ifPresent(
            login -> {
              options.setUserName(login.user());
              options.setPassword(login.password().getBytes(StandardCharsets.UTF_8));
            });
    return options;
  }

  @Override
  public void connect() throws MqttException {
    client.connect(
        options, null, new Listener(token -> calls.accepted(accepted(token)), calls::ended));
  }

  private static AcceptedConnection accepted(IMqttToken token) {
    Optional<MqttProperties> limits = Optional.ofNullable(token.getResponseProperties());
    return new AcceptedConnection(
        token.getSessionPresent(),
        limits.map(MqttProperties::getReceiveMaximum).orElse(AcceptedConnection.NO_RECEIVE_MAXIMUM),
        limits.map(MqttProperties::getMaximumQoS).orElse(2),
        limits.map(MqttProperties::getTopicAliasMaximum).orElse(0),
        limits.map(MqttProperties::isSubscriptionIdentifiersAvailable).orElse(true),
        limits.map(MqttProperties::getMaximumPacketSize).orElse(Long.MAX_VALUE),
        limits.map(MqttProperties::getSessionExpiryInterval).orElse(SessionExpiry.AS_ASKED));
  }

  @Override
  public void publish(int slot, int topic, String proof, byte[] payload) throws MqttException {
    PublisherSpec spec = context.publisher().orElseThrow();
    MqttProperties properties = new MqttProperties();
    messageExpirySeconds.ifPresent(properties::setMessageExpiryInterval);
    if (proof != null) {
      List<UserProperty> all = new ArrayList<>(userProperties);
      all.add(new UserProperty(ProofPlace.PROPERTY, proof));
      properties.setUserProperties(all);
    } else if (!userProperties.isEmpty()) {
      properties.setUserProperties(userProperties);
    }
    MqttMessage message = new MqttMessage(payload, spec.qos().level(), spec.retain(), properties);
    client.publish(topics.get(topic), message, slot, published);
  }

  /** With which a message was answered; 0 where it had no answer. */
  private static int code(IMqttToken token) {
    int[] codes = token.getReasonCodes();
    return codes != null && codes.length > 0 ? codes[0] : 0;
  }

  @Override
  public void subscribe(String filter, Qos qos, int identifier) throws MqttException {
    MqttProperties properties = new MqttProperties();
    if (identifier > 0) {
      properties.setSubscriptionIdentifier(identifier);
    }
    client.subscribe(
        new MqttSubscription[] {new MqttSubscription(filter, qos.level())},
        null,
        new Listener(token -> calls.subscribed(token.getReasonCodes()[0]), e -> {}),
        properties);
  }

  @Override
  public void unsubscribe(String filter) throws MqttException {
    client.unsubscribe(
        new String[] {filter},
        null,
        new Listener(token -> calls.unsubscribed(), e -> {}),
        new MqttProperties());
  }

  @Override
  public void disconnect(boolean endSession) throws MqttException {
    MqttProperties properties = new MqttProperties();
    if (endSession) {
      properties.setSessionExpiryInterval(0L);
    }
    client.disconnect(
        context.quiesceMillis(),
        null,
        new Listener(token -> calls.closed(), e -> calls.closed()),
        0,
        properties);
  }

  @Override
  public void messageArrived(String topic, MqttMessage message) {
    if (message.getQos() < 2 || !kept.nextIsRepeated()) {
      ByteBuffer payload = ByteBuffer.wrap(message.getPayload());
      calls.message(
          new Arrival(
              context.settings().proves() ? proven(message, payload) : payload,
              message.isRetained(),
              message.getQos()));
    }
  }

  private ByteBuffer proven(MqttMessage message, ByteBuffer payload) {
    List<UserProperty> found =
        message.getProperties() == null ? List.of() : message.getProperties().getUserProperties();
    Optional<String> digits =
        found.stream()
            .filter(property -> property.getKey().equals(ProofPlace.PROPERTY))
            .map(UserProperty::getValue)
            .findFirst();
    return context.settings().proven(digits, payload);
  }

  @Override
  public void disconnected(MqttDisconnectResponse response) {
    MqttException cause = response.getException();
    if (cause != null) {
      calls.ended(cause);
    } else {
      calls.ended(response.getReturnCode(), null);
    }
  }

  @Override
  public void mqttErrorOccurred(MqttException exception) {}

  @Override
  public void deliveryComplete(IMqttToken token) {}

  @Override
  public void connectComplete(boolean reconnect, String serverUri) {}

  @Override
  public void authPacketArrived(int reasonCode, MqttProperties properties) {}

  private record Listener(Consumer<IMqttToken> success, Consumer<Throwable> failure)
      implements MqttActionListener {

    @Override
    public void onSuccess(IMqttToken token) {
      success.accept(token);
    }

    @Override
    public void onFailure(IMqttToken token, Throwable cause) {
      failure.accept(cause);
    }
  }
}
