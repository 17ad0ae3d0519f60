package io.brokerbench.core.driver;

import io.brokerbench.core.scenario.Qos;

/** What a subscriber reports; always on the thread of its lane. */
public interface SubscriberListener extends ClientListener {

  /**
   * The broker has granted the subscription; of several filters, the last of them.
   *
   * @param nanos when, on the driver's clock
   * @param granted the QoS that the broker granted, which may be less than asked; of several, the
   *     least
   */
  void onSubscribed(long nanos, Qos granted);

  /**
   * A message has come. Copies that the protocol itself distinguishes (a QoS 2 message that is sent
   * again before it was released) are not reported twice; all others are.
   *
   * @param nanos when its bytes were read, on the driver's clock
   * @param word0 first eight bytes of the payload, big-endian
   * @param word1 the next eight bytes
   * @param word2 the next eight bytes
   * @param payloadBytes length of the payload
   */
  void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes);

  /**
   * The message that is reported next is marked by the broker as one that it has sent before. From
   * drivers whose protocol has such a mark in every message.
   */
  default void onRedelivered() {}

  /**
   * The message that is reported next is marked as one that the broker had retained, and sends to
   * this client because it has subscribed. From drivers of MQTT.
   */
  default void onRetained() {}

  /**
   * A message has come with a lower QoS than the subscription was granted, which is the QoS of what
   * the run publishes. A broker may lower the QoS of a message to what was granted, and no further
   * (MQTT, 3.8.4). Of retained messages, which may be older than the run, it is not reported.
   * Nothing else is reported of it. From drivers of MQTT.
   *
   * @param qos that the message has, 0 or 1
   */
  default void onLowerQos(int qos) {}

  /**
   * A message has come whose properties are not what its role requires; see {@link
   * SubscriberSpec.Role}. Nothing else is reported of it.
   */
  default void onWrongProperties() {}

  /**
   * A walk through its queue has ended; see {@link SubscriberSpec#browseRate}.
   *
   * @param nanos when
   * @param latencyNanos how long it took
   * @param messages that it saw
   */
  default void onBrowsed(long nanos, long latencyNanos, long messages) {}

  /** A message has come whose payload is too short to hold a header. */
  void onShortPayload(long nanos, int payloadBytes);
}
