package io.brokerbench.core.driver;

import io.brokerbench.core.mqtt5.AnswerPacket;

/** What a client reports; always on the thread of its lane. */
public interface ClientListener {

  /**
   * The connection is ready for the protocol's own first packet. Comes before {@link #onConnected},
   * from drivers that see the parts of a connect.
   *
   * @param tcpNanos when TCP was connected, on the driver's clock
   * @param securedNanos when the TLS handshake was done; the same as {@code tcpNanos} without TLS
   */
  default void onTransportReady(long tcpNanos, long securedNanos) {}

  /**
   * The TLS handshake has resumed an earlier session: the broker presented no certificate in it.
   * Comes before {@link #onTransportReady}.
   */
  default void onTlsResumed() {}

  /**
   * The broker has accepted the session.
   *
   * @param nanos when, on the driver's clock
   * @param sessionPresent whether the broker resumed an earlier session
   */
  void onConnected(long nanos, boolean sessionPresent);

  /**
   * A step of the protocol is done that the client had to wait for. From drivers whose protocol has
   * such steps.
   *
   * @param nanos when it was done, on the driver's clock
   * @param latencyNanos how long it took
   */
  default void onStep(ClientStep step, long nanos, long latencyNanos) {}

  /**
   * A connection that was lost has left something unsaid. From drivers whose protocol has
   * transactions, or consumers that acknowledge.
   *
   * @param count transactions, acknowledgements or messages
   */
  default void onConnectionLossEffect(ConnectionLossEffect effect, long count) {}

  /**
   * The broker has given a reason code other than success (0), in a packet of MQTT 5. It comes
   * before what the code leads to is reported.
   *
   * @param code 1 to 255
   */
  default void onReasonCode(AnswerPacket packet, int code) {}

  /** The broker has answered a {@link Client#probe}. May also come unasked. */
  default void onProbeAnswered() {}

  /**
   * The connection has ended or never came to be.
   *
   * @param cause why, in words for a person; null after {@link Client#disconnect}
   */
  void onDisconnected(long nanos, Throwable cause);
}
