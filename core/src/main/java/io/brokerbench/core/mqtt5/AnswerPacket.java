package io.brokerbench.core.mqtt5;

/** A packet in which a broker gives a reason code (MQTT 5, 2.4). */
public enum AnswerPacket {
  /** The answer to a CONNECT. */
  CONNACK,
  /** The answer to a message of QoS 1. */
  PUBACK,
  /** The first answer to a message of QoS 2. */
  PUBREC,
  /** The answer to a SUBSCRIBE. */
  SUBACK,
  /** The broker's goodbye. */
  DISCONNECT
}
