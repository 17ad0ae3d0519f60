/**
 * When messages are sent.
 *
 * <p>An {@link io.brokerbench.core.load.OpenLoad} gives an {@link
 * io.brokerbench.core.load.ArrivalSchedule}, which computes the intended send time of a message
 * from its index and a seed alone. A {@link io.brokerbench.core.load.ClosedLoad} has no schedule;
 * with {@link io.brokerbench.core.load.NoLoad} nothing is sent. With {@link
 * io.brokerbench.core.load.OnOff}, a load is on and off in turns. A {@link
 * io.brokerbench.core.load.ProfileLoad} follows rates that {@link
 * io.brokerbench.core.load.ProfileFile} reads.
 */
package io.brokerbench.core.load;
