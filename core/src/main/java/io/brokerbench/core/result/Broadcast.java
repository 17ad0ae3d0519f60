package io.brokerbench.core.result;

import java.util.Optional;

/**
 * The bursts of a broadcast: each a message of one publisher to all consumers, intended in the
 * steady state.
 *
 * @param bursts messages that were sent; at most {@code 2000} are followed
 * @param incomplete of these, bursts that did not reach all consumers by the end of the drain; they
 *     have no part in {@code timeToLast}
 * @param windowMillis length of the window of the egress rates, which begins at any millisecond
 *     after the intended send time
 * @param medianPeakEgressPerSecond deliveries per second in each burst's busiest window: the median
 *     over the bursts
 * @param peakEgressPerSecond the same: the greatest
 * @param timeToLast time until the last consumer had it, from the intended send time, over the
 *     complete bursts; absent without any
 */
public record Broadcast(
    long bursts,
    long incomplete,
    int windowMillis,
    double medianPeakEgressPerSecond,
    double peakEgressPerSecond,
    Optional<LatencySummary> timeToLast) {}
