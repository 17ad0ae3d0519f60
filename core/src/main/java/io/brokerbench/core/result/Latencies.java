package io.brokerbench.core.result;

import java.util.Optional;

/**
 * The latencies of a run's steady state: of the messages whose intended send time lies in it.
 *
 * <p>End-to-end latency = service time + send delay, message by message.
 *
 * @param endToEnd delivery - intended send time
 * @param service delivery - actual send time
 * @param sendDelay actual - intended send time
 * @param acknowledge acknowledgement (PUBACK, PUBCOMP) - intended send time; absent with QoS 0
 * @param connect of each client, from when it was due to connect to the broker's acceptance; {@code
 *     connections} has its parts
 * @param subscribe of each consumer, from the request to the broker's grant
 * @param catchUp end-to-end latency of the messages that were sent while their consumer was away,
 *     which {@code endToEnd} and {@code service} leave out; absent where none was away
 * @param session of each session of a JMS client, from the request to the broker's answer; absent
 *     where there are none
 * @param commit of each transaction that began in the steady state, from the call to the broker's
 *     answer, producers and consumers together; absent where there are none
 * @param consumerAcknowledge of each acknowledgement of several messages by a JMS consumer, until
 *     it is handed to the connection (AMQP has no answer to it); absent where there are none
 */
public record Latencies(
    LatencySummary endToEnd,
    LatencySummary service,
    LatencySummary sendDelay,
    Optional<LatencySummary> acknowledge,
    LatencySummary connect,
    LatencySummary subscribe,
    Optional<LatencySummary> catchUp,
    Optional<LatencySummary> session,
    Optional<LatencySummary> commit,
    Optional<LatencySummary> consumerAcknowledge) {

  /** What is absent in older documents is empty. */
  public Latencies {
    session = session == null ? Optional.empty() : session;
    commit = commit == null ? Optional.empty() : commit;
    consumerAcknowledge = consumerAcknowledge == null ? Optional.empty() : consumerAcknowledge;
  }

  /** Of clients that speak MQTT. */
  public Latencies(
      LatencySummary endToEnd,
      LatencySummary service,
      LatencySummary sendDelay,
      Optional<LatencySummary> acknowledge,
      LatencySummary connect,
      LatencySummary subscribe,
      Optional<LatencySummary> catchUp) {
    this(
        endToEnd,
        service,
        sendDelay,
        acknowledge,
        connect,
        subscribe,
        catchUp,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
