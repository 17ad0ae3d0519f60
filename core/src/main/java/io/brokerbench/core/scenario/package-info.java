/**
 * What a run is: {@link io.brokerbench.core.scenario.Scenario} and its parts, as immutable records
 * that check themselves; when messages are sent is in {@code core.load}.
 *
 * <p>A definition that cannot be run fails here, at construction, with a {@link
 * io.brokerbench.core.base.DefinitionException} that a person can act on.
 *
 * <p>A {@link io.brokerbench.core.scenario.GroupedScenario} is several of them at the same time,
 * each that of a {@link io.brokerbench.core.scenario.ClientGroup}.
 *
 * <p>Nothing here connects, sends or measures.
 */
package io.brokerbench.core.scenario;
