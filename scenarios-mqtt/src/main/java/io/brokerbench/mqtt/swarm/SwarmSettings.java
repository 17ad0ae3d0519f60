package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.scenario.Protocol;
import java.net.InetSocketAddress;

/**
 * What all connections of a driver share.
 *
 * @param remote address of the broker
 * @param name of the endpoint, for messages
 * @param protocol that is spoken
 * @param keepAliveSeconds 0 for none
 */
record SwarmSettings(
    InetSocketAddress remote, String name, Protocol protocol, int keepAliveSeconds) {

  /** How long a broker keeps a persistent session of MQTT 5 that nobody ended: a day. */
  static final int SESSION_EXPIRY_SECONDS = 86_400;
}
