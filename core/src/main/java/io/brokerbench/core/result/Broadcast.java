package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;

/**
 * The bursts of a broadcast: each a message of one publisher to all consumers, intended in the
 * steady state.
 *
 * <p>A run has them where one publisher sends at most 10 messages per second and each consumer gets
 * every message.
 *
 * @param bursts messages that were sent and intended in the steady state; at most 2000 are followed
 * @param incomplete of these, bursts that did not reach all consumers by the end of the drain; they
 *     have no part in the latency {@code timeToLast}
 * @param windowMillis length of the window of the egress rates, which begins at any millisecond
 *     after the intended send time; deliveries more than 10 s after it have no part in them
 * @param medianPeakEgressPerSecond deliveries per second in each burst's busiest window: the median
 *     over the bursts. A burst that is over within one window shows its number of consumers divided
 *     by the window
 * @param peakEgressPerSecond the same: the greatest
 */
public record Broadcast(
    @Bounds(max = 2000) long bursts,
    long incomplete,
    @Bounds(min = 1) int windowMillis,
    double medianPeakEgressPerSecond,
    double peakEgressPerSecond) {}
