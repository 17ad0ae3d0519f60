/**
 * The stages of a run: {@link io.brokerbench.core.engine.stage.RunStages} walks through connects,
 * subscriptions, load, drain and faults, and {@link io.brokerbench.core.engine.stage.UsageMonitor}
 * watches broker, generator and machine meanwhile. A {@link
 * io.brokerbench.core.engine.stage.RunRecord} is what was seen.
 */
package io.brokerbench.core.engine.stage;
