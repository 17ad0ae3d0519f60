package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5DisconnectException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubRecException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult.Mqtt5Qos1Result;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult.Mqtt5Qos2Result;
import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.mqtt.library.LinkEvents;
import java.util.concurrent.CompletionException;

/** Finds the reason codes in what the library's client of MQTT 5 hands over. */
final class HiveReasons {

  private HiveReasons() {}

  /** Of a message that was acknowledged. */
  static void ofResult(LinkEvents events, Object result) {
    if (result instanceof Mqtt5Qos1Result answered) {
      report(events, AnswerPacket.PUBACK, answered.getPubAck().getReasonCode().getCode());
    } else if (result instanceof Mqtt5Qos2Result answered) {
      report(events, AnswerPacket.PUBREC, answered.getPubRec().getReasonCode().getCode());
    }
  }

  /** Of what was refused, or of a connection that ended. */
  static void ofFailure(LinkEvents events, Throwable wrapped) {
    Throwable failure = wrapped instanceof CompletionException ? wrapped.getCause() : wrapped;
    if (failure instanceof Mqtt5ConnAckException refused) {
      report(events, AnswerPacket.CONNACK, refused.getMqttMessage().getReasonCode().getCode());
    } else if (failure instanceof Mqtt5PubAckException refused) {
      report(events, AnswerPacket.PUBACK, refused.getMqttMessage().getReasonCode().getCode());
    } else if (failure instanceof Mqtt5PubRecException refused) {
      report(events, AnswerPacket.PUBREC, refused.getMqttMessage().getReasonCode().getCode());
    } else if (failure instanceof Mqtt5SubAckException refused) {
      report(
          events, AnswerPacket.SUBACK, refused.getMqttMessage().getReasonCodes().get(0).getCode());
    } else if (failure instanceof Mqtt5DisconnectException goodbye && isOfBroker(goodbye)) {
      report(events, AnswerPacket.DISCONNECT, goodbye.getMqttMessage().getReasonCode().getCode());
    }
  }

  /** Whether the broker said goodbye, and not the library. */
  static boolean isOfBroker(Mqtt5DisconnectException goodbye) {
    return String.valueOf(goodbye.getMessage()).startsWith("Server");
  }

  private static void report(LinkEvents events, AnswerPacket packet, int code) {
    if (code != 0) {
      events.onReasonCode(packet, code);
    }
  }
}
