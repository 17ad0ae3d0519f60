package io.brokerbench.mqtt.swarm.codec;

import io.netty.buffer.ByteBuf;

/**
 * Where response topic and correlation data of a message lie (3.3.2.3.5 and 3.3.2.3.6): indexes
 * into the buffer that it was read from, and good until the next message. Allocates nothing.
 */
public final class ReplyProperties implements PacketProperties.Visitor {

  private int topic;
  private int topicBytes;
  private int correlation;
  private int correlationBytes;

  void clear() {
    topicBytes = 0;
    correlationBytes = 0;
  }

  @Override
  public void onNumber(int property, long value) throws MqttViolationException {
    PublishHeader.requireNoAlias(property, value);
  }

  @Override
  public void onBytes(int property, int index, int length) {
    if (property == PacketProperties.RESPONSE_TOPIC) {
      topic = index;
      topicBytes = length;
    } else if (property == PacketProperties.CORRELATION_DATA) {
      correlation = index;
      correlationBytes = length;
    }
  }

  /** Whether a reply can be made: there are both. */
  public boolean isRequest() {
    return topicBytes > 0 && correlationBytes > 0;
  }

  /** Whether the correlation data is this word, big-endian. */
  public boolean correlates(ByteBuf in, long word) {
    return correlationBytes == Long.BYTES && in.getLong(correlation) == word;
  }

  /** Length of the reply's packet. */
  public int replyBytes(int qos, int payloadBytes) {
    int rest = restBytes(qos, payloadBytes);
    return 1 + variableIntegerBytes(rest) + rest;
  }

  private int restBytes(int qos, int payloadBytes) {
    int properties = 3 + correlationBytes;
    return 2
        + topicBytes
        + (qos == 0 ? 0 : 2)
        + variableIntegerBytes(properties)
        + properties
        + payloadBytes;
  }

  /**
   * Appends the reply: a PUBLISH to the response topic with the same correlation data and the same
   * payload.
   *
   * @param in what the request was read from
   * @param payload index of its payload in it
   * @return index of the packet identifier, which is still 0; -1 with QoS 0, which has none
   */
  public int writeReply(ByteBuf out, ByteBuf in, int payload, int payloadBytes, int qos) {
    out.writeByte(ClientPackets.PUBLISH | (qos << 1));
    ClientPackets.writeVariableInteger(out, restBytes(qos, payloadBytes));
    out.writeShort(topicBytes).writeBytes(in, topic, topicBytes);
    int packetId = qos == 0 ? -1 : out.writerIndex();
    if (qos != 0) {
      out.writeShort(0);
    }
    ClientPackets.writeVariableInteger(out, 3 + correlationBytes);
    out.writeByte(PacketProperties.CORRELATION_DATA).writeShort(correlationBytes);
    out.writeBytes(in, correlation, correlationBytes);
    out.writeBytes(in, payload, payloadBytes);
    return packetId;
  }

  private static int variableIntegerBytes(int value) {
    return value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : 4;
  }
}
