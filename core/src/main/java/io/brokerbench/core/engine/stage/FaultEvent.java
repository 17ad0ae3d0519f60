package io.brokerbench.core.engine.stage;

import io.brokerbench.core.scenario.FaultKind;

/**
 * A fault that was done to a broker on purpose, or that was undone.
 *
 * @param kind of fault
 * @param node that it was done to
 * @param undone whether this is its end
 * @param nanos when, on the run's clock
 */
public record FaultEvent(FaultKind kind, String node, boolean undone, long nanos) {}
