package io.brokerbench.mqtt.library;

import io.brokerbench.mqtt.swarm.codec.SessionExpiry;

/**
 * What a broker said when it accepted a connection.
 *
 * @param sessionPresent whether an earlier session is resumed
 * @param receiveMaximum most QoS 1 and 2 messages that the broker takes unacknowledged
 * @param maximumQos highest QoS that the broker takes
 * @param topicAliasMaximum most topic aliases of this connection; 0 for none
 * @param subscriptionIdentifiers whether subscriptions may have identifiers
 * @param maximumPacketBytes longest packet that the broker takes
 * @param sessionExpirySeconds how long the broker keeps the session once its connection has ended,
 *     or {@link SessionExpiry#AS_ASKED}
 */
public record AcceptedConnection(
    boolean sessionPresent,
    int receiveMaximum,
    int maximumQos,
    int topicAliasMaximum,
    boolean subscriptionIdentifiers,
    long maximumPacketBytes,
    long sessionExpirySeconds) {

  /** The most messages that can be in flight: there are no more packet identifiers. */
  public static final int NO_RECEIVE_MAXIMUM = 65_535;

  /** Of MQTT 3.1.1, in which the broker says no more. */
  public static AcceptedConnection of(boolean sessionPresent) {
    return new AcceptedConnection(
        sessionPresent, NO_RECEIVE_MAXIMUM, 2, 0, false, Long.MAX_VALUE, SessionExpiry.AS_ASKED);
  }
}
