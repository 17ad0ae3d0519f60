/**
 * The load rig: runs a {@link io.brokerbench.core.scenario.Scenario} through its phases and makes a
 * {@link io.brokerbench.core.result.RunResult} of it.
 *
 * <p>{@link io.brokerbench.core.engine.LoadRig} is the door. Behind it, {@code RunStages} walks
 * through the phases and talks to a {@code Worker} only; {@code LocalWorker} spreads the clients
 * over the driver's lanes, in this JVM or, behind {@code ForkedWorkers}, in several others with a
 * slice of the clients each; on each lane, {@code LaneLoad} turns: the {@code Sender} brings
 * messages that are due to their publishers, the {@code LaneMeter} counts and times. Nothing
 * crosses a thread for a message: lanes publish totals once per turn and a histogram once per
 * second. What is measured, and how, is in {@link io.brokerbench.core.measure}; how clients speak
 * to brokers, in {@link io.brokerbench.core.driver}.
 */
package io.brokerbench.core.engine;
