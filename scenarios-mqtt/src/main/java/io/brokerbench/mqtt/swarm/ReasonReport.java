package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.mqtt.swarm.codec.ClientPackets;
import io.netty.buffer.ByteBuf;

/**
 * Looks for reason codes where they stand in packets of MQTT 5, before the packets are read.
 * Allocates nothing.
 */
final class ReasonReport {

  private static final int FIRST_ERROR_CODE = 0x80;

  private ReasonReport() {}

  /** Of a CONNACK. */
  static void connAck(ClientListener listener, Protocol protocol, int code) {
    if (protocol == Protocol.MQTT_5 && code >= FIRST_ERROR_CODE) {
      listener.onReasonCode(AnswerPacket.CONNACK, code);
    }
  }

  /** Of a DISCONNECT, which MQTT 3.1.1 does not have. */
  static void disconnect(ClientListener listener, ByteBuf in, int end) {
    at(listener, AnswerPacket.DISCONNECT, in, in.readerIndex(), end);
  }

  /** Of a PUBACK or a PUBREC; those of MQTT 3.1.1 have nothing behind the identifier. */
  static void acknowledgement(ClientListener listener, int type, ByteBuf in, int end) {
    if (type == ClientPackets.PUBACK) {
      at(listener, AnswerPacket.PUBACK, in, in.readerIndex() + 2, end);
    } else if (type == ClientPackets.PUBREC) {
      at(listener, AnswerPacket.PUBREC, in, in.readerIndex() + 2, end);
    }
  }

  /** Of a SUBACK of one filter, at its end. */
  static void subAck(ClientListener listener, boolean v5, ByteBuf in, int end) {
    if (v5 && end > in.readerIndex() && in.getUnsignedByte(end - 1) >= FIRST_ERROR_CODE) {
      at(listener, AnswerPacket.SUBACK, in, end - 1, end);
    }
  }

  private static void at(
      ClientListener listener, AnswerPacket packet, ByteBuf in, int index, int end) {
    if (index < end && in.getByte(index) != 0) {
      listener.onReasonCode(packet, in.getUnsignedByte(index));
    }
  }
}
