package io.brokerbench.core.result;

/**
 * Rates over the steady state, in messages per second. Of a comparison's run whose load alternates,
 * those while it is on.
 *
 * @param offeredPerSecond messages whose intended send time lies in the steady state; with closed
 *     load, what was sent
 * @param sentPerSecond messages sent in the steady state
 * @param receivedPerSecond deliveries made in the steady state
 */
public record Throughput(double offeredPerSecond, double sentPerSecond, double receivedPerSecond) {}
