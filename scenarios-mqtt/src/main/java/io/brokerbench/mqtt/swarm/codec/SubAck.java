package io.brokerbench.mqtt.swarm.codec;

import io.netty.buffer.ByteBuf;
import java.util.BitSet;
import java.util.List;

/**
 * The answers to a subscriber's SUBSCRIBE packets (3.9), of which each has one filter, and an
 * identifier that follows the one before.
 */
public final class SubAck {

  private static final String NAME = "SUBACK";
  private static final int FIRST_ERROR_CODE = 0x80;
  private static final int HIGHEST_QOS = 2;

  private final List<String> filters;
  private final int firstId;
  private final boolean v5;
  private final BitSet asked = new BitSet();
  private int leastGranted = HIGHEST_QOS;

  /**
   * All filters have been asked for.
   *
   * @param firstId packet identifier of the first one
   */
  public SubAck(List<String> filters, int firstId, boolean v5) {
    this.filters = filters;
    this.firstId = firstId;
    this.v5 = v5;
    asked.set(firstId, firstId + filters.size());
  }

  /**
   * Reads one whose fixed header was read.
   *
   * @return whether it was the last that is owed
   * @throws MqttException if the broker refused a subscription, or broke a rule
   */
  public boolean read(ByteBuf in, int end) throws MqttException {
    int packetId = PacketFields.readPacketId(in, end, NAME);
    if (!asked.get(packetId)) {
      throw notAsked(packetId);
    }
    if (v5) {
      PacketProperties.read(
          in, end, NAME, PacketProperties.OF_ACKNOWLEDGEMENT, (property, value) -> {});
    }
    int codes = end - in.readerIndex();
    if (codes != 1) {
      throw new MqttViolationException(
          NAME, "it has %d reason codes for 1 filter (MQTT, 3.9.3)".formatted(codes));
    }
    int code = in.readUnsignedByte();
    requireGranted(packetId, code);
    asked.clear(packetId);
    leastGranted = Math.min(leastGranted, code);
    return asked.isEmpty();
  }

  /** An answer to no question. */
  public static MqttViolationException notAsked(int packetId) {
    return new MqttViolationException(
        NAME, "no SUBSCRIBE waits for packet identifier %d (MQTT, 3.8.4)".formatted(packetId));
  }

  private void requireGranted(int packetId, int code) throws MqttException {
    if (code > HIGHEST_QOS && (code < FIRST_ERROR_CODE || (!v5 && code != FIRST_ERROR_CODE))) {
      throw new MqttViolationException(
          NAME,
          "its %s code 0x%02x is none that it may have (MQTT, 3.9.3)"
              .formatted(v5 ? "reason" : "return", code));
    }
    if (code >= FIRST_ERROR_CODE) {
      throw new MqttException(
          "the broker refused the subscription to "
              + filters.get(packetId - firstId)
              + ": "
              + ReasonCodes.text(code));
    }
  }

  /** The least QoS granted so far. */
  public int leastGranted() {
    return leastGranted;
  }
}
