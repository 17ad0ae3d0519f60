package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.mqtt.exceptions.MqttEncodeException;
import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3ConnAckException;
import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3SubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5DisconnectException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubRecException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.mqtt.library.ClientException;
import io.brokerbench.mqtt.library.LinkSettings;
import io.brokerbench.mqtt.swarm.codec.ReasonCodes;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionException;

/** Says what the library's exceptions mean. */
final class HiveFailures {

  private HiveFailures() {}

  /** Why a connection was refused, or ended. */
  static ClientException ofConnection(LinkSettings settings, Throwable failure) {
    if (failure instanceof Mqtt5ConnAckException refused) {
      int code = refused.getMqttMessage().getReasonCode().getCode();
      if (code != 0) {
        return settings.refusal(ReasonCodes.connect(code, Protocol.MQTT_5));
      }
    }
    if (failure instanceof Mqtt3ConnAckException refused) {
      int code = refused.getMqttMessage().getReturnCode().getCode();
      if (code != 0) {
        return settings.refusal(ReasonCodes.connect(code, Protocol.MQTT_3_1_1));
      }
    }
    if (failure instanceof Mqtt5DisconnectException goodbye && HiveReasons.isOfBroker(goodbye)) {
      return new ClientException(
          "the broker disconnected: "
              + ReasonCodes.text(goodbye.getMqttMessage().getReasonCode().getCode()));
    }
    return settings.failure(failure);
  }

  /** Why the broker refused a message, or the library did, if that is what happened to it. */
  static Optional<ClientException> ofMessage(Throwable failure) {
    if (failure instanceof MqttEncodeException) {
      return Optional.of(
          new ClientException("the library does not send a message: " + failure.getMessage()));
    }
    int code;
    if (failure instanceof Mqtt5PubAckException refused) {
      code = refused.getMqttMessage().getReasonCode().getCode();
    } else if (failure instanceof Mqtt5PubRecException refused) {
      code = refused.getMqttMessage().getReasonCode().getCode();
    } else {
      return Optional.empty();
    }
    return Optional.of(
        new ClientException("the broker refused a message: " + ReasonCodes.text(code)));
  }

  /** The code with which the broker refused a subscription, if it did. */
  static OptionalInt ofSubscription(Throwable wrapped) {
    Throwable failure = wrapped instanceof CompletionException ? wrapped.getCause() : wrapped;
    if (failure instanceof Mqtt5SubAckException refused) {
      return OptionalInt.of(refused.getMqttMessage().getReasonCodes().get(0).getCode());
    }
    if (failure instanceof Mqtt3SubAckException refused) {
      return OptionalInt.of(refused.getMqttMessage().getReturnCodes().get(0).getCode());
    }
    return OptionalInt.empty();
  }
}
