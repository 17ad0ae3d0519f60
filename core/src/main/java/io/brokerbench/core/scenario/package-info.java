/**
 * What a run is: {@link io.brokerbench.core.scenario.Scenario} and its parts, as immutable records
 * that check themselves; when messages are sent is a part of it.
 *
 * <p>A definition that cannot be run fails here, at construction, with a {@link
 * io.brokerbench.core.base.DefinitionException} that a person can act on.
 *
 * <p>An {@link io.brokerbench.core.scenario.OpenLoad} gives an {@link
 * io.brokerbench.core.scenario.ArrivalSchedule}, which computes the intended send time of a message
 * from its index and a seed alone. A {@link io.brokerbench.core.scenario.ClosedLoad} has no
 * schedule; with {@link io.brokerbench.core.scenario.NoLoad} nothing is sent. With {@link
 * io.brokerbench.core.scenario.OnOff}, a load is on and off in turns.
 *
 * <p>Nothing here connects, sends or measures.
 */
package io.brokerbench.core.scenario;
