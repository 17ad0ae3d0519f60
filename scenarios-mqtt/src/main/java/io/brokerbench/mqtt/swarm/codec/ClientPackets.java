package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Writes the packets that a client sends, of MQTT 3.1.1 (OASIS, 29 October 2014) and MQTT 5.0
 * (OASIS, 7 March 2019). Section numbers are the same in both.
 */
public final class ClientPackets {

  static final int CONNECT = 0x10;
  public static final int CONNACK = 0x20;
  public static final int PUBLISH = 0x30;
  public static final int PUBACK = 0x40;
  public static final int PUBREC = 0x50;
  public static final int PUBREL = 0x62;
  public static final int PUBCOMP = 0x70;
  static final int SUBSCRIBE = 0x82;
  public static final int SUBACK = 0x90;
  static final int PINGREQ = 0xC0;
  public static final int PINGRESP = 0xD0;
  public static final int DISCONNECT = 0xE0;

  /** The flag of a PUBLISH that was sent before (3.3.1.1). */
  public static final int DUP = 0x08;

  /** Size of an acknowledgement without a reason code. */
  public static final int ACK_BYTES = 4;

  private static final int SESSION_EXPIRY_PROPERTY = 0x11;
  private static final int MAXIMUM_PACKET_SIZE_PROPERTY = 0x27;
  private static final int NUMBER_PROPERTY_BYTES = 5;
  private static final int RECEIVE_MAXIMUM_BYTES = 3;
  private static final int CLEAN = 0x02;
  private static final int USER = 0x80;
  private static final int PASSWORD = 0x40;

  private ClientPackets() {}

  /**
   * CONNECT (3.1). With MQTT 5, a session that is not clean expires once its client has been gone
   * for as long as the fields say.
   *
   * @param largestPacketBytes what the client accepts, which MQTT 5 can announce
   */
  public static void connect(
      ByteBuf out, String clientId, boolean clean, ConnectFields fields, int largestPacketBytes) {
    boolean v5 = fields.protocol() == Protocol.MQTT_5;
    boolean limited = largestPacketBytes < FixedHeader.MOST_BYTES;
    byte[] id = clientId.getBytes(StandardCharsets.UTF_8);
    byte[] user = fields.login().map(l -> l.user().getBytes(StandardCharsets.UTF_8)).orElse(null);
    byte[] password =
        fields.login().map(l -> l.password().getBytes(StandardCharsets.UTF_8)).orElse(null);
    int login = user == null ? 0 : 2 + user.length + 2 + password.length;
    int receiveMaximum = fields.mqtt5().receiveMaximum().orElse(0);
    int properties =
        NUMBER_PROPERTY_BYTES * ((clean ? 0 : 1) + (limited ? 1 : 0))
            + (receiveMaximum > 0 ? RECEIVE_MAXIMUM_BYTES : 0);
    WillMessage will = fields.will().orElse(null);
    int left = will == null ? 0 : will.bytes(v5);
    out.writeByte(CONNECT);
    writeVariableInteger(out, 10 + (v5 ? 1 + properties : 0) + 2 + id.length + left + login);
    out.writeShort(4).writeBytes(new byte[] {'M', 'Q', 'T', 'T'}).writeByte(v5 ? 5 : 4);
    out.writeByte(
        (clean ? CLEAN : 0)
            | (will == null ? 0 : will.flags())
            | (user == null ? 0 : USER | PASSWORD));
    out.writeShort(fields.keepAliveSeconds());
    if (v5) {
      out.writeByte(properties);
      if (!clean) {
        out.writeByte(SESSION_EXPIRY_PROPERTY)
            .writeInt((int) fields.mqtt5().sessionExpirySeconds());
      }
      if (limited) {
        out.writeByte(MAXIMUM_PACKET_SIZE_PROPERTY).writeInt(largestPacketBytes);
      }
      if (receiveMaximum > 0) {
        out.writeByte(PacketProperties.RECEIVE_MAXIMUM).writeShort(receiveMaximum);
      }
    }
    out.writeShort(id.length).writeBytes(id);
    if (will != null) {
      will.write(out, v5);
    }
    if (user != null) {
      out.writeShort(user.length).writeBytes(user);
      out.writeShort(password.length).writeBytes(password);
    }
  }

  /** SUBSCRIBE (3.8) of one filter, without a subscription identifier. */
  public static void subscribe(
      ByteBuf out, Protocol protocol, int packetId, String filter, Qos qos) {
    subscribe(out, protocol, packetId, filter, qos, false);
  }

  /**
   * SUBSCRIBE (3.8) of one filter.
   *
   * @param identified whether the packet identifier is the subscription's too; with MQTT 5 only
   */
  public static void subscribe(
      ByteBuf out, Protocol protocol, int packetId, String filter, Qos qos, boolean identified) {
    boolean v5 = protocol == Protocol.MQTT_5;
    byte[] text = filter.getBytes(StandardCharsets.UTF_8);
    int properties = identified ? 1 + variableIntegerBytes(packetId) : 0;
    out.writeByte(SUBSCRIBE);
    writeVariableInteger(out, 2 + (v5 ? 1 + properties : 0) + 2 + text.length + 1);
    out.writeShort(packetId);
    if (v5) {
      out.writeByte(properties);
    }
    if (identified) {
      out.writeByte(PacketProperties.SUBSCRIPTION_IDENTIFIER);
      writeVariableInteger(out, packetId);
    }
    out.writeShort(text.length).writeBytes(text).writeByte(qos.level());
  }

  /**
   * PUBACK, PUBREC, PUBREL or PUBCOMP (3.4 to 3.7) of success, which is the same in both versions.
   */
  public static void acknowledgement(ByteBuf out, int type, int packetId) {
    out.writeInt((type << 24) | (2 << 16) | packetId);
  }

  /** PINGREQ (3.12). */
  public static void ping(ByteBuf out) {
    out.writeShort(PINGREQ << 8);
  }

  /** DISCONNECT (3.14); with MQTT 5 it can end the session too. */
  public static void disconnect(ByteBuf out, Protocol protocol, boolean endSession) {
    if (protocol == Protocol.MQTT_5 && endSession) {
      out.writeByte(DISCONNECT).writeByte(7).writeByte(0);
      out.writeByte(5).writeByte(SESSION_EXPIRY_PROPERTY).writeInt(0);
    } else {
      out.writeShort(DISCONNECT << 8);
    }
  }

  /** Bytes of a variable byte integer. */
  static int variableIntegerBytes(int value) {
    int bytes = 1;
    for (int rest = value >>> 7; rest > 0; rest >>>= 7) {
      bytes++;
    }
    return bytes;
  }

  /** Variable byte integer (1.5.5; in 3.1.1, 2.2.3). */
  static void writeVariableInteger(ByteBuf out, int value) {
    int rest = value;
    while (rest > 127) {
      out.writeByte((rest & 127) | 128);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }
}
