package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.driver.ProtocolViolation;

/** A packet that MQTT forbids. The message names the packet, the rule and the section. */
public final class MqttViolationException extends MqttException implements ProtocolViolation {

  private static final long serialVersionUID = 1L;

  /**
   * A packet that breaks a rule.
   *
   * @param packet its name, as MQTT writes it
   * @param rule the field, its value and what is allowed, with the section
   */
  public MqttViolationException(String packet, String rule) {
    super("the broker sent an invalid " + packet + ": " + rule);
  }

  /** A length or a field that needs more bytes than its packet has left. */
  static MqttViolationException tooShort(String packet, String field, int needed, int left) {
    return new MqttViolationException(
        packet,
        "%s needs %d %s, and %d %s left (MQTT, 2.1.4)"
            .formatted(
                field, needed, needed == 1 ? "byte" : "bytes", left, left == 1 ? "is" : "are"));
  }

  /** Bytes after the last field. */
  static MqttViolationException tooLong(String packet, int extra) {
    return new MqttViolationException(
        packet,
        "%d %s after its last field (MQTT, 2.1.4)"
            .formatted(extra, extra == 1 ? "byte comes" : "bytes come"));
  }
}
