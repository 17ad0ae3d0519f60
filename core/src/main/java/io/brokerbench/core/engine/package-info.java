/**
 * The load rig: runs a {@link io.brokerbench.core.scenario.Scenario} through its phases and makes a
 * {@link io.brokerbench.core.result.RunResult} of it.
 *
 * <p>{@link io.brokerbench.core.engine.LoadRig} is the door. Behind it, {@code stage} walks through
 * the phases and talks to a worker only; {@code worker} spreads the clients over lanes, in this JVM
 * or others; {@link io.brokerbench.core.engine.RunRequirements} says what a run requires of driver
 * and broker, {@link io.brokerbench.core.engine.FaultRequirements} what its fault does, and {@link
 * io.brokerbench.core.engine.GroupRequirements} what runs on one broker require of each other;
 * {@code lane} sends and receives; {@code measure} counts and times; {@code judge} finds the
 * verdict. How clients speak to brokers is in {@link io.brokerbench.core.driver}.
 */
package io.brokerbench.core.engine;
