package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.mqtt5.ReasonCodeNames;
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
    return ReasonCodeNames.text(code);
  }
}
