package io.brokerbench.mqtt.paho;

import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.AcceptedConnection;
import io.brokerbench.mqtt.library.Link;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
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

/** The library's client of MQTT 5. */
final class PahoApi5 implements PahoApi, MqttCallback {

  private static final int FIRST_ERROR_CODE = 0x80;

  private final PahoContext context;
  private final PahoCalls calls;
  private final SessionPersistence5 kept;
  private final MqttConnectionOptions options;
  private final MqttAsyncClient client;
  private final MqttActionListener published = listener(this::onPublished, (token, e) -> {});

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
    options.setSessionExpiryInterval(clean ? 0L : Link.SESSION_EXPIRY_SECONDS);
    options.setKeepAliveInterval(context.settings().keepAliveSeconds());
    options.setConnectionTimeout(0);
    options.setSocketFactory(sockets.factory());
    options.setHttpsHostnameVerificationEnabled(context.verifyHost());
    context
        .settings()
        .driver()
        .access()
        .login()
        .ifPresent(
            login -> {
              options.setUserName(login.user());
              options.setPassword(login.password().getBytes(StandardCharsets.UTF_8));
            });
    return options;
  }

  @Override
  public void connect() {
    try {
      client.connect(
          options,
          null,
          listener(token -> calls.accepted(accepted(token)), (token, failure) -> ended(failure)));
    } catch (MqttException e) {
      ended(e);
    }
  }

  private static AcceptedConnection accepted(IMqttToken token) {
    Optional<MqttProperties> limits = Optional.ofNullable(token.getResponseProperties());
    return new AcceptedConnection(
        token.getSessionPresent(),
        limits.map(MqttProperties::getReceiveMaximum).orElse(AcceptedConnection.NO_RECEIVE_MAXIMUM),
        limits.map(MqttProperties::getMaximumQoS).orElse(2));
  }

  private void ended(Throwable failure) {
    calls.ended(failure instanceof MqttException e ? e.getReasonCode() : 0, failure);
  }

  @Override
  public boolean publish(int slot, byte[] payload) {
    PahoMessageTemplate common = context.message().orElseThrow();
    MqttMessage message =
        new MqttMessage(payload, common.qos(), common.retain(), new MqttProperties());
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
      return;
    }
    int[] codes = token.getReasonCodes();
    if (codes != null && codes.length > 0 && codes[0] >= FIRST_ERROR_CODE) {
      calls.refused(codes[0]);
    } else {
      calls.acknowledged((Integer) token.getUserContext());
    }
  }

  @Override
  public void subscribe(String filter, Qos qos) {
    try {
      client.subscribe(
          new MqttSubscription[] {new MqttSubscription(filter, qos.level())},
          null,
          listener(token -> calls.subscribed(token.getReasonCodes()[0]), (token, e) -> {}),
          new MqttProperties());
    } catch (MqttException e) {
      ended(e);
    }
  }

  @Override
  public void unsubscribe(String filter) {
    try {
      client.unsubscribe(
          new String[] {filter},
          null,
          listener(token -> calls.unsubscribed(), (token, failure) -> {}),
          new MqttProperties());
    } catch (MqttException e) {
      ended(e);
    }
  }

  @Override
  public void disconnect(boolean endSession) {
    MqttProperties properties = new MqttProperties();
    if (endSession) {
      properties.setSessionExpiryInterval(0L);
    }
    try {
      client.disconnect(
          PahoContext.QUIESCE_MILLIS,
          null,
          listener(token -> calls.closed(), (token, failure) -> calls.closed()),
          0,
          properties);
    } catch (MqttException e) {
      calls.closed();
    }
  }

  @Override
  public void messageArrived(String topic, MqttMessage message) {
    if (message.getQos() < 2 || !kept.nextIsRepeated()) {
      calls.message(message.getPayload());
    }
  }

  @Override
  public void disconnected(MqttDisconnectResponse response) {
    MqttException cause = response.getException();
    if (cause != null) {
      ended(cause);
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

  private interface Success {
    void on(IMqttToken token);
  }

  private interface Failure {
    void on(IMqttToken token, Throwable failure);
  }

  private static MqttActionListener listener(Success success, Failure failed) {
    return new MqttActionListener() {
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
