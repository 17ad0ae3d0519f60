/**
 * One lane: an event loop with its clients, its send loop and its meters.
 *
 * <p>{@link io.brokerbench.core.engine.lane.LaneLoad} turns: the {@link
 * io.brokerbench.core.engine.lane.Sender} brings messages that are due to their publishers, the
 * {@link io.brokerbench.core.engine.lane.LaneMeter} counts and times. No message crosses a thread:
 * lanes publish totals once for each turn and a histogram once for each second.
 */
package io.brokerbench.core.engine.lane;
