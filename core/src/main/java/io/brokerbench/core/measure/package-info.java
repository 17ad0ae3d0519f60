/**
 * Counting and timing: the parts whose figures a run reports.
 *
 * <p>{@link io.brokerbench.core.measure.NanoClock} is the only source of time. {@link
 * io.brokerbench.core.measure.MessageHeader} travels in each payload; {@link
 * io.brokerbench.core.measure.DeliveryLedger} accounts for each delivery; {@link
 * io.brokerbench.core.measure.LatencyRecorder} keeps distributions; {@link
 * io.brokerbench.core.measure.BacklogGauge} and {@link io.brokerbench.core.measure.BacklogTrend}
 * follow what is owed; {@link io.brokerbench.core.measure.GeneratorHealth} tells whether the tool
 * itself kept up. Mutable recorders are confined to a lane; what they hand over isn't changed any
 * more. Nothing here knows of phases, connections or brokers.
 */
package io.brokerbench.core.measure;
