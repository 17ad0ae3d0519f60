package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.scenario.Protocol;
import io.netty.buffer.ByteBuf;

/** What brokers mean by their codes (MQTT 3.1.1: 3.2.2.3; MQTT 5: 2.4). */
public final class ReasonCodes {

  private ReasonCodes() {}

  /** Why a connection was refused. */
  public static String connect(int code, Protocol protocol) {
    if (protocol == Protocol.MQTT_5) {
      return text(code);
    }
    return switch (code) {
      case 1 -> "unacceptable protocol version (1)";
      case 2 -> "identifier rejected (2)";
      case 3 -> "server unavailable (3)";
      case 4 -> "bad user name or password (4)";
      case 5 -> "not authorized (5)";
      default -> "return code " + code;
    };
  }

  /** Why the broker disconnected, by its DISCONNECT (MQTT 5, 3.14). */
  public static MqttException disconnect(ByteBuf in, int end) throws MqttViolationException {
    int code = in.readerIndex() < end ? in.readUnsignedByte() : 0;
    if (in.readerIndex() < end) {
      String packet = FixedHeader.name(ClientPackets.DISCONNECT);
      PacketProperties.read(
          in, end, packet, PacketProperties.OF_DISCONNECT, (property, value) -> {});
      PacketFields.end(in, end, packet);
    }
    return new MqttException("the broker disconnected: " + text(code));
  }

  /** A reason code of MQTT 5. */
  public static String text(int code) {
    String name =
        switch (code) {
          case 0x80 -> "unspecified error";
          case 0x81 -> "malformed packet";
          case 0x82 -> "protocol error";
          case 0x83 -> "implementation specific error";
          case 0x84 -> "unsupported protocol version";
          case 0x85 -> "client identifier not valid";
          case 0x86 -> "bad user name or password";
          case 0x87 -> "not authorized";
          case 0x88 -> "server unavailable";
          case 0x89 -> "server busy";
          case 0x8A -> "banned";
          case 0x8B -> "server shutting down";
          case 0x8D -> "keep alive timeout";
          case 0x8E -> "session taken over";
          case 0x8F -> "topic filter invalid";
          case 0x90 -> "topic name invalid";
          case 0x91 -> "packet identifier in use";
          case 0x92 -> "packet identifier not found";
          case 0x93 -> "receive maximum exceeded";
          case 0x95 -> "packet too large";
          case 0x96 -> "message rate too high";
          case 0x97 -> "quota exceeded";
          case 0x98 -> "administrative action";
          case 0x9A -> "retain not supported";
          case 0x9B -> "QoS not supported";
          case 0x9E -> "shared subscriptions not supported";
          case 0x9F -> "connection rate exceeded";
          case 0xA2 -> "wildcard subscriptions not supported";
          default -> "reason code";
        };
    return String.format("%s (0x%02x)", name, code);
  }
}
