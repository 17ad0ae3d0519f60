package io.brokerbench.testkit.broker.record;

/**
 * What a broker has done so far: the truth that a tool's own figures are compared with.
 *
 * <p>The figures are read one after the other, so they fit together only once the broker is at
 * rest.
 *
 * @param connectionsAccepted CONNACKs with success, over the whole time
 * @param connectionsRefused CONNACKs with a refusal
 * @param connectionsOpen MQTT connections that are open now
 * @param maxConnectionsOpen the most that were open at one time
 * @param publishesReceivedQos0 PUBLISH packets from clients with QoS 0
 * @param publishesReceivedQos1 the same with QoS 1, those sent again included
 * @param publishesReceivedQos2 the same with QoS 2, those sent again included
 * @param acknowledgementsSent PUBACK and PUBCOMP packets to publishers
 * @param deliveriesSent PUBLISH packets to clients, those sent again on a resumed session not
 *     included
 * @param redeliveriesSent PUBLISH packets to clients that were sent again with the DUP flag
 * @param acknowledgementsReceived PUBACK and PUBCOMP packets from subscribers
 * @param deliveriesQueued deliveries that wait to be sent now, in sessions and shared subscriptions
 * @param deliveriesDropped copies dropped by a fault, those over a bound included
 * @param deliveriesDuplicated copies sent twice by a fault
 * @param deliveriesSwapped copies sent after their successor by a fault
 * @param tcpAccepted TCP connections accepted, over the whole time, whatever became of them
 * @param deliveriesMisdelivered copies sent to a client that has not subscribed to them, by a fault
 * @param deliveriesAltered copies sent with another payload or topic, by a fault
 * @param publishesIgnored PUBLISH packets from clients that a fault forgot
 * @param acknowledgementsOmitted PUBACK, PUBREC and PUBCOMP packets to publishers that a fault
 *     never sent
 */
public record BrokerCounters(
    long connectionsAccepted,
    long connectionsRefused,
    long connectionsOpen,
    long maxConnectionsOpen,
    long publishesReceivedQos0,
    long publishesReceivedQos1,
    long publishesReceivedQos2,
    long acknowledgementsSent,
    long deliveriesSent,
    long redeliveriesSent,
    long acknowledgementsReceived,
    long deliveriesQueued,
    long deliveriesDropped,
    long deliveriesDuplicated,
    long deliveriesSwapped,
    long tcpAccepted,
    long deliveriesMisdelivered,
    long deliveriesAltered,
    long publishesIgnored,
    long acknowledgementsOmitted) {

  /** PUBLISH packets from clients, of every QoS. */
  public long publishesReceived() {
    return publishesReceivedQos0 + publishesReceivedQos1 + publishesReceivedQos2;
  }
}
