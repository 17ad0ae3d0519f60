package io.brokerbench.mqtt.swarm.codec;

import io.netty.buffer.ByteBuf;

/** Reads what lies before the payload of a PUBLISH (3.3.2). Allocates nothing. */
public final class PublishHeader {

  private static final String NAME = "PUBLISH";

  private PublishHeader() {}

  /** QoS of a message, by the first byte of its packet. */
  public static int qos(int header) {
    return (header >> 1) & 3;
  }

  /** Whether the broker had retained it, by the same byte. */
  public static boolean isRetained(int header) {
    return (header & 1) != 0;
  }

  /**
   * Reads and checks it, up to the first byte of the payload.
   *
   * @return the packet identifier; 0 with QoS 0
   */
  public static int read(int header, ByteBuf in, int end, boolean v5)
      throws MqttViolationException {
    return read(header, in, end, v5, PublishHeader::requireNoAlias);
  }

  /** The same, and notes where response topic and correlation data of a message of MQTT 5 lie. */
  public static int read(int header, ByteBuf in, int end, ReplyProperties properties)
      throws MqttViolationException {
    properties.clear();
    return read(header, in, end, true, properties);
  }

  /** The same, and notes where the digits of a message lie that a user property proves. */
  public static int read(int header, ByteBuf in, int end, ProofProperty proof)
      throws MqttViolationException {
    proof.clear();
    return read(header, in, end, true, proof);
  }

  private static int read(
      int header, ByteBuf in, int end, boolean v5, PacketProperties.Visitor properties)
      throws MqttViolationException {
    PacketFields.need(in, end, 2, NAME, "topic length");
    int topic = in.readerIndex() + 2;
    int topicBytes = in.getUnsignedShort(topic - 2);
    int at = topic + topicBytes;
    if (at > end) {
      throw MqttViolationException.tooShort(NAME, "topic", topicBytes, end - topic);
    }
    int packetId = 0;
    if (qos(header) != 0) {
      in.readerIndex(at);
      packetId = PacketFields.readPacketId(in, end, NAME);
      at += 2;
    }
    if (!v5) {
      in.readerIndex(at);
    } else if (at < end && in.getByte(at) == 0) {
      in.readerIndex(at + 1); // no properties, as in most
    } else {
      in.readerIndex(at);
      PacketProperties.read(in, end, NAME, PacketProperties.OF_PUBLISH, properties);
    }
    PacketText.checkTopic(in, topic, topicBytes, NAME);
    return packetId;
  }

  static void requireNoAlias(int property, long value) throws MqttViolationException {
    if (property == PacketProperties.TOPIC_ALIAS) {
      throw new MqttViolationException(
          NAME,
          "topic alias is %d, and this client allows none (MQTT 5, 3.3.2.3.4)".formatted(value));
    }
  }
}
