/**
 * Counting and timing: the parts whose figures a run reports.
 *
 * <p>{@link io.brokerbench.core.engine.measure.DeliveryLedger} accounts for each delivery; {@link
 * io.brokerbench.core.engine.measure.LatencyRecorder} keeps distributions; {@link
 * io.brokerbench.core.engine.measure.BacklogGauge} and {@link
 * io.brokerbench.core.engine.measure.BacklogTrend} follow what is owed; {@link
 * io.brokerbench.core.engine.measure.GeneratorHealth} says whether the tool kept up. A {@link
 * io.brokerbench.core.engine.measure.Companion} is a run beside, with which a run begins together.
 * Mutable recorders are confined to a lane; what they hand over, such as a {@link
 * io.brokerbench.core.engine.measure.LaneReport}, does not change any more.
 */
package io.brokerbench.core.engine.measure;
