package io.brokerbench.mqtt.swarm.codec;

import io.netty.buffer.ByteBuf;

/**
 * Reads PUBACK, PUBREC, PUBREL and PUBCOMP (3.4 to 3.7), which are of one form: the identifier, and
 * with MQTT 5 perhaps a reason code and properties. MQTT 3.1.1's are held to the identifier by
 * their {@linkplain FixedHeader remaining length}. One is an {@code int}, so that none is
 * allocated.
 */
public final class Acknowledgement {

  private static final int FIRST_ERROR_CODE = 0x80;

  /** A success too: there was no subscription to the topic (MQTT 5, 3.4.2.1). */
  private static final int NO_MATCHING_SUBSCRIBERS = 0x10;

  /** No error when a session is recovered (MQTT 5, 3.6.2.1 and 3.7.2.1): all is done. */
  private static final int UNKNOWN_PACKET_IDENTIFIER = 0x92;

  private Acknowledgement() {}

  /**
   * Reads one whose fixed header was read.
   *
   * @param type of the packet, as in {@link ClientPackets}, without flags
   * @return the packet identifier
   * @throws MqttException if the broker refused the message, or broke a rule
   */
  public static int read(int type, ByteBuf in, int end) throws MqttException {
    String packet = FixedHeader.name(type);
    int packetId = PacketFields.readPacketId(in, end, packet);
    if (in.readerIndex() < end) {
      int code = in.readUnsignedByte();
      if (in.readerIndex() < end) {
        PacketProperties.read(
            in, end, packet, PacketProperties.OF_ACKNOWLEDGEMENT, (property, value) -> {});
        PacketFields.end(in, end, packet);
      }
      requireSuccess(type, packet, packetId, code);
    }
    return packetId;
  }

  /**
   * Refuses what no message of a QoS gets: with QoS 0 there is no acknowledgement, and with QoS 1
   * no PUBREC (4.3).
   */
  public static void requireOf(int qos, int type, int packetId) throws MqttViolationException {
    if (qos == 0 || (qos == 1 && type == ClientPackets.PUBREC)) {
      throw new MqttViolationException(
          FixedHeader.name(type),
          "packet identifier %d: messages of QoS %d have none (MQTT, 4.3)"
              .formatted(packetId, qos));
    }
  }

  private static void requireSuccess(int type, String packet, int packetId, int code)
      throws MqttException {
    boolean last = type == (ClientPackets.PUBREL & 0xF0) || type == ClientPackets.PUBCOMP;
    if (code == 0 || code == (last ? UNKNOWN_PACKET_IDENTIFIER : NO_MATCHING_SUBSCRIBERS)) {
      return;
    }
    if (last || code < FIRST_ERROR_CODE) {
      throw new MqttViolationException(
          packet,
          "its reason code 0x%02x is none that it may have (MQTT 5, %s)"
              .formatted(code, section(type)));
    }
    throw new RefusedMessageException(
        "the broker refused a message: %s, in the %s of packet identifier %d"
            .formatted(ReasonCodes.text(code), packet, packetId));
  }

  private static String section(int type) {
    return "3." + (type >> 4) + ".2.1";
  }
}
