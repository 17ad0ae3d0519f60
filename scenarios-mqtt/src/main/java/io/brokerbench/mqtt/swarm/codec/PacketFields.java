package io.brokerbench.mqtt.swarm.codec;

import io.netty.buffer.ByteBuf;

/**
 * Reads the fields of a packet. Each is checked against what is left of the packet before it is
 * read. The names of packet and field are for the message of a violation; nothing is allocated
 * without one.
 */
public final class PacketFields {

  private PacketFields() {}

  /**
   * Checks that a packet has some more bytes.
   *
   * @param end index of the first byte after the packet, or after the part that the field is in
   */
  static void need(ByteBuf in, int end, int bytes, String packet, String field)
      throws MqttViolationException {
    if (end - in.readerIndex() < bytes) {
      throw MqttViolationException.tooShort(packet, field, bytes, end - in.readerIndex());
    }
  }

  static int readByte(ByteBuf in, int end, String packet, String field)
      throws MqttViolationException {
    need(in, end, 1, packet, field);
    return in.readUnsignedByte();
  }

  static int readShort(ByteBuf in, int end, String packet, String field)
      throws MqttViolationException {
    need(in, end, 2, packet, field);
    return in.readUnsignedShort();
  }

  static long readInt(ByteBuf in, int end, String packet, String field)
      throws MqttViolationException {
    need(in, end, 4, packet, field);
    return in.readUnsignedInt();
  }

  /** A packet identifier, which is never 0 (2.2.1). */
  public static int readPacketId(ByteBuf in, int end, String packet) throws MqttViolationException {
    int packetId = readShort(in, end, packet, "packet identifier");
    if (packetId == 0) {
      throw new MqttViolationException(
          packet, "its packet identifier is 0, and at least 1 is required (MQTT, 2.2.1)");
    }
    return packetId;
  }

  /**
   * A variable byte integer of MQTT 5 (1.5.5): of at most four bytes, and no more than it needs.
   */
  static int readVariableInteger(ByteBuf in, int end, String packet, String field)
      throws MqttViolationException {
    int value = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      need(in, end, 1, packet, field);
      byte digit = in.readByte();
      value |= (digit & 127) << shift;
      if (digit > 0 || (digit == 0 && shift == 0)) {
        return value;
      }
      if (digit == 0) {
        throw new MqttViolationException(
            packet, field + " has more bytes than it needs (MQTT 5, 1.5.5)");
      }
    }
    throw new MqttViolationException(packet, field + " has more than 4 bytes (MQTT 5, 1.5.5)");
  }

  /** Passes over binary data with its length before it (MQTT 5, 1.5.6). */
  static void skipBinary(ByteBuf in, int end, String packet, String field)
      throws MqttViolationException {
    int bytes = readShort(in, end, packet, field);
    need(in, end, bytes, packet, field);
    in.skipBytes(bytes);
  }

  /** Passes over text with its length before it (MQTT 5, 1.5.4), which is looked through. */
  static void skipText(ByteBuf in, int end, String packet, String field)
      throws MqttViolationException {
    int bytes = readShort(in, end, packet, field);
    need(in, end, bytes, packet, field);
    PacketText.check(in, in.readerIndex(), bytes, packet, field);
    in.skipBytes(bytes);
  }

  /** Checks that a packet has no more bytes. */
  static void end(ByteBuf in, int end, String packet) throws MqttViolationException {
    if (in.readerIndex() != end) {
      throw MqttViolationException.tooLong(packet, end - in.readerIndex());
    }
  }
}
