package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.scenario.Protocol;
import io.netty.buffer.ByteBuf;

/**
 * The broker's answer to a CONNECT (3.2).
 *
 * @param sessionPresent whether an earlier session is resumed
 * @param code 0 for success; a return code of MQTT 3.1.1 or a reason code of MQTT 5
 * @param receiveMaximum most QoS 1 and 2 messages that the broker takes unacknowledged
 * @param maximumQos highest QoS that the broker takes
 * @param maximumPacketBytes longest packet that the broker takes
 * @param keepAliveSeconds longest silence that the broker wants in place of what it was told; 0
 *     where it has no wish
 */
record ConnAck(
    boolean sessionPresent,
    int code,
    int receiveMaximum,
    int maximumQos,
    long maximumPacketBytes,
    int keepAliveSeconds) {

  private static final int SERVER_KEEP_ALIVE = 0x13;

  private static final int RECEIVE_MAXIMUM = 0x21;
  private static final int MAXIMUM_QOS = 0x24;
  private static final int MAXIMUM_PACKET_SIZE = 0x27;

  /** Reads one whose fixed header was read. */
  static ConnAck read(ByteBuf in, int end, Protocol protocol) throws MqttException {
    PacketReader.need(in, end, 2);
    boolean sessionPresent = (in.readUnsignedByte() & 1) == 1;
    int code = in.readUnsignedByte();
    int receiveMaximum = 65_535;
    int maximumQos = 2;
    long maximumPacketBytes = Long.MAX_VALUE;
    int keepAliveSeconds = 0;
    if (protocol == Protocol.MQTT_5 && in.readerIndex() < end) {
      int propertiesEnd = PacketReader.readVariableInteger(in, end) + in.readerIndex();
      PacketReader.need(in, end, propertiesEnd - in.readerIndex());
      while (in.readerIndex() < propertiesEnd) {
        int property = in.readUnsignedByte();
        switch (property) {
          case RECEIVE_MAXIMUM -> receiveMaximum = in.readUnsignedShort();
          case SERVER_KEEP_ALIVE -> keepAliveSeconds = in.readUnsignedShort();
          case MAXIMUM_QOS -> maximumQos = in.readUnsignedByte();
          case MAXIMUM_PACKET_SIZE -> maximumPacketBytes = in.readUnsignedInt();
          default -> skip(in, property);
        }
      }
    }
    return new ConnAck(
        sessionPresent, code, receiveMaximum, maximumQos, maximumPacketBytes, keepAliveSeconds);
  }

  /**
   * Goes on only if the session is open.
   *
   * @throws MqttException with the broker's reason
   */
  void requireAccepted(Route route) throws MqttException {
    if (code != 0) {
      throw new MqttException(
          route.name() + " refused the connection: " + ReasonCodes.connect(code, route.protocol()));
    }
  }

  /** The other properties that a CONNACK may have (3.2.2.3), by the length of their values. */
  private static void skip(ByteBuf in, int property) throws MqttException {
    switch (property) {
      case 0x11 -> in.skipBytes(4);
      case 0x22 -> in.skipBytes(2);
      case 0x25, 0x28, 0x29, 0x2A -> in.skipBytes(1);
      case 0x12, 0x15, 0x16, 0x1A, 0x1C, 0x1F -> in.skipBytes(in.readUnsignedShort());
      case 0x26 -> {
        in.skipBytes(in.readUnsignedShort());
        in.skipBytes(in.readUnsignedShort());
      }
      default ->
          throw new MqttException(
              String.format(
                  "the broker sent a CONNACK with the unknown property 0x%02x", property));
    }
  }
}
