package io.brokerbench.mqtt.paho;

import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.AcceptedConnection;
import io.brokerbench.mqtt.library.Arrival;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.paho.client.mqttv3.IMqttActionListener;
import org.eclipse.paho.client.mqttv3.IMqttDeliveryToken;
import org.eclipse.paho.client.mqttv3.IMqttToken;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.MqttCallback;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.ScheduledExecutorPingSender;

/** The library's client of MQTT 3.1.1. */
final class PahoApi3 implements PahoApi, MqttCallback {

  private final PahoContext context;
  private final PahoCalls calls;
  private final MqttConnectOptions options;
  private final MqttAsyncClient client;
  private final Listener published;
  private final List<String> topics;

  PahoApi3(
      PahoContext context,
      PahoSockets sockets,
      PahoCalls calls,
      boolean clean,
      SessionPersistence3 kept) {
    this.context = context;
    this.calls = calls;
    this.topics = context.publisher().map(PublisherSpec::topics).orElse(List.of());
    this.published =
        new Listener(token -> calls.published((Integer) token.getUserContext(), 0), e -> {});
    this.options = options(context, sockets, clean);
    try {
      this.client =
          new MqttAsyncClient(
              context.uri(),
              context.settings().clientId(),
              kept,
              new ScheduledExecutorPingSender(context.threads()),
              context.threads());
    } catch (MqttException e) {
      throw new IllegalStateException("a persistence in memory does not fail", e);
    }
    client.setCallback(this);
  }

  private static MqttConnectOptions options(
      PahoContext context, PahoSockets sockets, boolean clean) {
    MqttConnectOptions options = new MqttConnectOptions();
    options.setMqttVersion(MqttConnectOptions.MQTT_VERSION_3_1_1);
    options.setCleanSession(clean);
    options.setKeepAliveInterval(context.settings().keepAliveSeconds());
    options.setConnectionTimeout(0);
    options.setSocketFactory(sockets.factory());
    options.setHttpsHostnameVerificationEnabled(context.verifyHost());
    options.setMaxInflight(
        context.publisher().map(PublisherSpec::inFlightWindow).orElse(1)
            + PahoContext.WINDOW_SPARE);
    context
        .settings()
        .login()
        .ifPresent(
            login -> {
              options.setUserName(login.user());
              options.setPassword(login.password().toCharArray());
            });
    return options;
  }

  @Override
  public void connect() throws MqttException {
    client.connect(
        options,
        null,
        new Listener(
            token -> calls.accepted(AcceptedConnection.of(token.getSessionPresent())),
            calls::ended));
  }

  @Override
  public void publish(int slot, int topic, String proof, byte[] payload) throws MqttException {
    PublisherSpec spec = context.publisher().orElseThrow();
    MqttMessage message = new MqttMessage(payload);
    message.setQos(spec.qos().level());
    message.setRetained(spec.retain());
    client.publish(topics.get(topic), message, slot, published);
  }

  @Override
  public void subscribe(String filter, Qos qos, int identifier) throws MqttException {
    client.subscribe(
        filter,
        qos.level(),
        null,
        new Listener(token -> calls.subscribed(token.getGrantedQos()[0]), e -> {}));
  }

  @Override
  public void unsubscribe(String filter) throws MqttException {
    client.unsubscribe(filter, null, new Listener(token -> calls.unsubscribed(), e -> {}));
  }

  @Override
  public void disconnect(boolean endSession) throws MqttException {
    client.disconnect(
        context.quiesceMillis(), null, new Listener(token -> calls.closed(), e -> calls.closed()));
  }

  @Override
  public void messageArrived(String topic, MqttMessage message) {
    calls.message(
        new Arrival(ByteBuffer.wrap(message.getPayload()), message.isRetained(), message.getQos()));
  }

  @Override
  public void connectionLost(Throwable cause) {
    calls.ended(cause);
  }

  @Override
  public void deliveryComplete(IMqttDeliveryToken token) {}

  private record Listener(Consumer<IMqttToken> success, Consumer<Throwable> failure)
      implements IMqttActionListener {

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
