package io.brokerbench.mqtt.swarm.codec;

import io.netty.buffer.ByteBuf;

/** Looks through the text of a packet where it lies. Its bytes are known to be there. */
final class PacketText {

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** '#' in each byte; '+' differs from it in one bit. */
  private static final long WILDCARDS = 0x2323232323232323L;

  private static final long WILDCARD_BITS = 0xF7F7F7F7F7F7F7F7L;

  private PacketText() {}

  /** A topic name (4.7): not empty, text, without wildcards. */
  static void checkTopic(ByteBuf in, int from, int bytes, String packet)
      throws MqttViolationException {
    if (bytes >= Long.BYTES) {
      int last = from + bytes - Long.BYTES;
      long suspects = suspects(in.getLong(last));
      for (int at = from; at < last; at += Long.BYTES) {
        suspects |= suspects(in.getLong(at));
      }
      if (suspects == 0) {
        return;
      }
    }
    checkTopicSlowly(in, from, bytes, packet);
  }

  /** Not 0 if one of eight bytes is 0, a wildcard, or not ASCII; maybe not 0 otherwise. */
  private static long suspects(long eight) {
    long wild = (eight & WILDCARD_BITS) ^ WILDCARDS;
    return (eight | ((eight - ONES) & ~eight) | ((wild - ONES) & ~wild)) & HIGH_BITS;
  }

  private static void checkTopicSlowly(ByteBuf in, int from, int bytes, String packet)
      throws MqttViolationException {
    if (bytes == 0) {
      throw new MqttViolationException(packet, "its topic is empty (MQTT, 3.3.2.1 and 4.7.3)");
    }
    for (int at = from; at < from + bytes; at++) {
      int character = in.getByte(at);
      if (character == '+' || character == '#') {
        throw new MqttViolationException(
            packet, "its topic has the wildcard " + (char) character + " (MQTT, 3.3.2.1)");
      }
    }
    check(in, from, bytes, packet, "its topic");
  }

  /** Text (1.5.4; in 3.1.1, 1.5.3): UTF-8 without U+0000 and without surrogates. */
  static void check(ByteBuf in, int from, int bytes, String packet, String field)
      throws MqttViolationException {
    int end = from + bytes;
    for (int at = from; at < end; ) {
      int length = length(in, at, end);
      if (length == 0) {
        throw new MqttViolationException(
            packet,
            "%s has the byte 0x%02x, which is not UTF-8 text there (MQTT, 1.5.4)"
                .formatted(field, in.getUnsignedByte(at)));
      }
      at += length;
    }
  }

  /** Bytes of the character that begins here (Unicode, table 3-7); 0 if none does. */
  private static int length(ByteBuf in, int at, int end) {
    int first = in.getUnsignedByte(at);
    if (first < 0x80) {
      return first == 0 ? 0 : 1;
    }
    int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first < 0xC2 || first > 0xF4 || end - at < length) {
      return 0;
    }
    int second = in.getUnsignedByte(at + 1);
    int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = at + 2; i < at + length; i++) {
      if ((in.getByte(i) & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }
}
