package io.brokerbench.testkit.broker;

import io.brokerbench.core.base.MessageHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import java.util.function.UnaryOperator;

/** An application message, immutable, with the place that brokerbench's header gives it. */
public final class BrokerMessage {

  private final String topic;
  private final byte[] payload;
  private final int qos;
  private final boolean retain;
  private final MqttProperties properties;
  private final String publisherClientId;

  private BrokerMessage(MqttPublishMessage packet, String topic, String publisherClientId) {
    this.topic = topic;
    this.payload = ByteBufUtil.getBytes(packet.payload());
    this.qos = packet.fixedHeader().qosLevel().value();
    this.retain = packet.fixedHeader().isRetain();
    this.properties = forwarded(packet.variableHeader().properties());
    this.publisherClientId = publisherClientId;
  }

  private BrokerMessage(MqttConnectMessage packet) {
    this.topic = packet.payload().willTopic();
    this.payload = packet.payload().willMessageInBytes();
    this.qos = packet.variableHeader().willQos();
    this.retain = packet.variableHeader().isWillRetain();
    this.properties = MqttProperties.NO_PROPERTIES;
    this.publisherClientId = packet.payload().clientIdentifier();
  }

  private BrokerMessage(
      BrokerMessage original, String topic, byte[] payload, MqttProperties properties) {
    this.topic = topic;
    this.payload = payload;
    this.qos = original.qos;
    this.retain = original.retain;
    this.properties = properties;
    this.publisherClientId = original.publisherClientId;
  }

  /** Copies a packet; its buffer is still the caller's to release. */
  static BrokerMessage of(MqttPublishMessage packet, String topic, String publisherClientId) {
    return new BrokerMessage(packet, topic, publisherClientId);
  }

  /** The will of a CONNECT; null where it has none. */
  static BrokerMessage willOf(MqttConnectMessage packet) {
    return packet.variableHeader().isWillFlag() ? new BrokerMessage(packet) : null;
  }

  private static MqttProperties forwarded(MqttProperties received) {
    if (received.isEmpty()) {
      return MqttProperties.NO_PROPERTIES;
    }
    MqttProperties kept = new MqttProperties();
    for (MqttProperties.MqttProperty<?> property : received.listAll()) {
      if (property.propertyId() != MqttProperties.TOPIC_ALIAS) {
        kept.add(property);
      }
    }
    return kept;
  }

  /** The same message under another topic. */
  BrokerMessage under(String otherTopic) {
    return new BrokerMessage(this, otherTopic, payload, properties);
  }

  /** The same message with another payload. */
  BrokerMessage with(UnaryOperator<byte[]> change) {
    return new BrokerMessage(this, topic, change.apply(payload.clone()), properties);
  }

  /** The same message without the properties of MQTT 5. */
  BrokerMessage withoutProperties() {
    return new BrokerMessage(this, topic, payload, MqttProperties.NO_PROPERTIES);
  }

  String topic() {
    return topic;
  }

  ByteBuf payload() {
    return Unpooled.wrappedBuffer(payload);
  }

  boolean isEmpty() {
    return payload.length == 0;
  }

  int qos() {
    return qos;
  }

  boolean retain() {
    return retain;
  }

  MqttProperties properties() {
    return properties;
  }

  String publisherClientId() {
    return publisherClientId;
  }

  boolean hasHeader() {
    return payload.length >= MessageHeader.BYTES;
  }

  /** The header's second word: publisher id and sequence number. Only where there is a header. */
  long word1() {
    long word = 0;
    for (int i = Long.BYTES; i < 2 * Long.BYTES; i++) {
      word = (word << Byte.SIZE) | (payload[i] & 0xFF);
    }
    return word;
  }
}
