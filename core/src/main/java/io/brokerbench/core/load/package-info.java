/**
 * When messages are sent: a rate, and the schedules that follow from it.
 *
 * <p>An {@link io.brokerbench.core.load.OpenLoad} gives an {@link
 * io.brokerbench.core.load.ArrivalSchedule}, which computes the intended send time of a message
 * from its index and a seed alone. A {@link io.brokerbench.core.load.ClosedLoad} has no schedule;
 * with {@link io.brokerbench.core.load.NoLoad} nothing is sent.
 *
 * <p>Nothing here reads a clock or waits: the send loop of {@code engine} does.
 */
package io.brokerbench.core.load;
