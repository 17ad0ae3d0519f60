package io.brokerbench.mqtt.paho;

import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.AcceptedConnection;
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
  private final IMqttActionListener published = listener(this::onPublished, (token, e) -> {});

  PahoApi3(
      PahoContext context,
      PahoSockets sockets,
      PahoCalls calls,
      boolean clean,
      SessionPersistence3 kept) {
    this.context = context;
    this.calls = calls;
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
        context.message().map(PahoMessageTemplate::inFlightWindow).orElse(1)
            + PahoContext.WINDOW_SPARE);
    context
        .settings()
        .driver()
        .access()
        .login()
        .ifPresent(
            login -> {
              options.setUserName(login.user());
              options.setPassword(login.password().toCharArray());
            });
    return options;
  }

  @Override
  public void connect() {
    try {
      client.connect(
          options,
          null,
          listener(
              token -> calls.accepted(AcceptedConnection.of(token.getSessionPresent())),
              (token, failure) -> ended(failure)));
    } catch (MqttException e) {
      ended(e);
    }
  }

  private void ended(Throwable failure) {
    calls.ended(failure instanceof MqttException e ? e.getReasonCode() : 0, failure);
  }

  @Override
  public boolean publish(int slot, byte[] payload) {
    PahoMessageTemplate common = context.message().orElseThrow();
    MqttMessage message = new MqttMessage(payload);
    message.setQos(common.qos());
    message.setRetained(common.retain());
    if (common.qos() == 0) {
      calls.writing();
    }
    try {
      client.publish(common.topic(), message, slot, published);
      return true;
    } catch (MqttException e) {
      if (common.qos() == 0) {
        calls.notTaken();
      }
      return false;
    }
  }

  private void onPublished(IMqttToken token) {
    if (context.message().orElseThrow().qos() == 0) {
      calls.written();
    } else {
      calls.acknowledged((Integer) token.getUserContext());
    }
  }

  @Override
  public void subscribe(String filter, Qos qos) {
    try {
      client.subscribe(
          filter,
          qos.level(),
          null,
          listener(token -> calls.subscribed(token.getGrantedQos()[0]), (token, e) -> {}));
    } catch (MqttException e) {
      ended(e);
    }
  }

  @Override
  public void unsubscribe(String filter) {
    try {
      client.unsubscribe(
          filter, null, listener(token -> calls.unsubscribed(), (token, failure) -> {}));
    } catch (MqttException e) {
      ended(e);
    }
  }

  @Override
  public void disconnect(boolean endSession) {
    try {
      client.disconnect(
          PahoContext.QUIESCE_MILLIS,
          null,
          listener(token -> calls.closed(), (token, failure) -> calls.closed()));
    } catch (MqttException e) {
      calls.closed();
    }
  }

  @Override
  public void messageArrived(String topic, MqttMessage message) {
    calls.message(message.getPayload());
  }

  @Override
  public void connectionLost(Throwable cause) {
    ended(cause);
  }

  @Override
  public void deliveryComplete(IMqttDeliveryToken token) {}

  private interface Success {
    void on(IMqttToken token);
  }

  private interface Failure {
    void on(IMqttToken token, Throwable failure);
  }

  private static IMqttActionListener listener(Success success, Failure failed) {
    return new IMqttActionListener() {
      @Override
      public void onSuccess(IMqttToken token) {
        success.on(token);
      }

      @Override
      public void onFailure(IMqttToken token, Throwable failure) {
        failed.on(token, failure);
      }
    };
  }
}
