package io.brokerbench.testkit.broker;

import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttConnAckVariableHeader;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttPublishVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttSubAckPayload;
import io.netty.handler.codec.mqtt.MqttUnsubAckMessage;
import io.netty.handler.codec.mqtt.MqttUnsubAckPayload;
import java.util.List;

/** Makes the packets that a broker sends. */
public final class Packets {

  private Packets() {}

  static MqttMessage connAck(
      MqttConnectReturnCode code, boolean sessionPresent, MqttProperties properties) {
    return new MqttConnAckMessage(
        fixed(MqttMessageType.CONNACK, MqttQoS.AT_MOST_ONCE),
        new MqttConnAckVariableHeader(code, sessionPresent, properties));
  }

  static MqttMessage publish(Delivery delivery, int id, boolean dup) {
    BrokerMessage message = delivery.message();
    return new MqttPublishMessage(
        new MqttFixedHeader(
            MqttMessageType.PUBLISH, dup, MqttQoS.valueOf(delivery.qos()), delivery.retain(), 0),
        new MqttPublishVariableHeader(message.topic(), id, properties(delivery)),
        message.payload());
  }

  private static MqttProperties properties(Delivery delivery) {
    if (delivery.identifier() == 0) {
      return delivery.message().properties();
    }
    MqttProperties all = new MqttProperties();
    delivery.message().properties().listAll().forEach(all::add);
    all.add(
        new MqttProperties.IntegerProperty(
            MqttProperties.SUBSCRIPTION_IDENTIFIER, delivery.identifier()));
    return all;
  }

  /** PUBACK, PUBREC, PUBREL or PUBCOMP; the reason code goes to MQTT 5 clients only. */
  static MqttMessage reply(MqttMessageType type, int id, int reason) {
    MqttQoS flags = type == MqttMessageType.PUBREL ? MqttQoS.AT_LEAST_ONCE : MqttQoS.AT_MOST_ONCE;
    return new MqttMessage(
        fixed(type, flags),
        new MqttPubReplyMessageVariableHeader(id, (byte) reason, MqttProperties.NO_PROPERTIES));
  }

  static MqttMessage subAck(int id, List<Integer> codes) {
    return new MqttSubAckMessage(
        fixed(MqttMessageType.SUBACK, MqttQoS.AT_MOST_ONCE),
        MqttMessageIdVariableHeader.from(id),
        new MqttSubAckPayload(codes));
  }

  static MqttMessage unsubAck(int id, List<Short> codes) {
    return new MqttUnsubAckMessage(
        fixed(MqttMessageType.UNSUBACK, MqttQoS.AT_MOST_ONCE),
        MqttMessageIdVariableHeader.from(id),
        new MqttUnsubAckPayload(codes));
  }

  static MqttMessage disconnect(int reason) {
    return new MqttMessage(
        fixed(MqttMessageType.DISCONNECT, MqttQoS.AT_MOST_ONCE),
        new MqttReasonCodeAndPropertiesVariableHeader((byte) reason, MqttProperties.NO_PROPERTIES));
  }

  private static MqttFixedHeader fixed(MqttMessageType type, MqttQoS qos) {
    return new MqttFixedHeader(type, false, qos, false, 0);
  }
}
