package io.brokerbench.core.driver;

/** What a publisher reports; always on the thread of its lane. */
public interface PublisherListener extends ClientListener {

  /**
   * The broker has taken over the message: PUBACK for QoS 1, PUBCOMP for QoS 2.
   *
   * @param sequence as it was offered
   * @param intendedSendTimeNanos as it was offered
   * @param nanos when, on the driver's clock
   */
  void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos);

  /** A message that was refused may be offered again. */
  void onReady();
}
