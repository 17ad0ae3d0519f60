package io.brokerbench.core.result;

import java.util.Optional;

/**
 * The latencies of a run's steady state: of the messages whose intended send time lies in it.
 *
 * @param endToEnd delivery - intended send time
 * @param service delivery - actual send time
 * @param sendDelay actual - intended send time
 * @param acknowledge acknowledgement (PUBACK, PUBCOMP) - intended send time; absent with QoS 0
 * @param connect of each client, from the instant at which it was due to connect to the broker's
 *     acceptance; {@link Connections} has its parts
 * @param subscribe of each consumer, from the request to the broker's grant
 * @param catchUp end-to-end latency of the messages that were sent while their consumer was away,
 *     which {@code endToEnd} and {@code service} leave out; absent where none was away
 */
public record Latencies(
    LatencySummary endToEnd,
    LatencySummary service,
    LatencySummary sendDelay,
    Optional<LatencySummary> acknowledge,
    LatencySummary connect,
    LatencySummary subscribe,
    Optional<LatencySummary> catchUp) {}
