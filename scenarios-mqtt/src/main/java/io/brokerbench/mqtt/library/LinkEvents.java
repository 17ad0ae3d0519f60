package io.brokerbench.mqtt.library;

import io.brokerbench.core.mqtt5.AnswerPacket;

/**
 * What a link reports about one connection. On the lane's thread, but for {@link #onWritten}.
 *
 * <p>Instants are of the driver's clock, taken in the thread in which the library reported it: that
 * is when it came, and any delay of the lane is not the broker's.
 */
public interface LinkEvents {

  /** The broker has accepted the connection. */
  void onAccepted(long nanos, AcceptedConnection accepted);

  /**
   * The connection has ended or never came to be.
   *
   * @param cause in words for a person; null after {@link Link#close}
   */
  void onEnded(long nanos, Throwable cause);

  /** A message of QoS 1 or 2 is acknowledged. */
  void onAcknowledged(int slot, long nanos);

  /** A message of QoS 0 has left the library. From any thread. */
  void onWritten();

  /** The broker has refused a message. */
  void onRefused(Throwable cause);

  /**
   * The broker has answered a subscription.
   *
   * @param code QoS granted, or a reason code from 0x80
   */
  void onSubscribed(long nanos, int code);

  /** The broker has given a reason code other than success, in a packet of MQTT 5. */
  void onReasonCode(AnswerPacket packet, int code);

  /** The broker has answered a {@link Link#probe}. */
  void onProbeAnswered();

  /** A message has come. */
  void onMessage(long nanos, Arrival message);
}
