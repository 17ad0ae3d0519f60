package io.brokerbench.core.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
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

  private static final int FIRST_FAILURE = 0x80;

  /** Whether the code is one of failure, as MQTT 5 divides them (2.4): 0x80 or greater. */
  @JsonIgnore
  public boolean isFailure() {
    return code >= FIRST_FAILURE;
  }

  /** Packet and code in words: {@code PUBACK no matching subscribers (0x10)}. */
  public String text() {
    return packet + " " + ReasonCodeNames.text(code);
  }
}
