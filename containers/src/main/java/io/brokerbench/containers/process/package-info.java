/**
 * Brokers that are started here as processes, whatever their product: start, readiness, early end,
 * orderly end, and nothing left behind.
 *
 * <p>{@link io.brokerbench.containers.process.BrokerStarter} is the way in; what differs between
 * products is a {@link io.brokerbench.containers.process.ProcessRecipe}.
 */
package io.brokerbench.containers.process;
