package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.mqtt5.ReasonCodeNames;

/**
 * How often a broker gave a reason code.
 *
 * @param packet in which it gave it
 * @param code its number, as MQTT 5 has it
 * @param count how often
 */
public record ReasonCodeCount(
    AnswerPacket packet, @Bounds(min = 1, max = 255) int code, @Bounds(min = 1) long count) {

  /** Packet and code in words: {@code PUBACK no matching subscribers (0x10)}. */
  public String text() {
    return packet + " " + ReasonCodeNames.text(code);
  }
}
