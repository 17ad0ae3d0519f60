package io.brokerbench.testkit.broker;

/**
 * What a broker is built with.
 *
 * @param port on the loopback address; 0 for a free one
 * @param receiveMaximum advertised to MQTT 5 clients, 1 to 65 535
 * @param inFlightWindow most unacknowledged deliveries to a client, 1 to 65 535; an MQTT 5 client
 *     may ask for less
 * @param serverKeepAlive the keep-alive in seconds that MQTT 5 clients must use; 0 for none, {@link
 *     #NO_WISH} leaves them theirs
 * @param sessionExpiry the most seconds for which it keeps a session of MQTT 5; {@link #NO_WISH}
 *     for as long as a client asks for
 * @param topicAliasMaximum topic aliases that MQTT 5 clients may use; 0 for none
 * @param subscriptionIdentifiers whether subscriptions may have identifiers
 * @param standby whether there is a second node
 * @param reportsQueues whether it reports how much waits to be sent
 */
record BrokerSettings(
    int port,
    int receiveMaximum,
    int inFlightWindow,
    int serverKeepAlive,
    int sessionExpiry,
    int topicAliasMaximum,
    boolean subscriptionIdentifiers,
    boolean standby,
    boolean reportsQueues) {

  static final int NO_WISH = -1;
  static final int MOST_PACKET_IDS = 65_535;

  BrokerSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + ": between 0 and 65535");
    }
    check("receiveMaximum", receiveMaximum);
    check("inFlightWindow", inFlightWindow);
  }

  private static void check(String field, int value) {
    if (value < 1 || value > MOST_PACKET_IDS) {
      throw new IllegalArgumentException(field + " " + value + ": between 1 and 65535");
    }
  }
}
