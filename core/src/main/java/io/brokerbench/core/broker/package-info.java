/**
 * The interface between the benchmark and where brokers come from.
 *
 * <p>A {@link io.brokerbench.core.broker.BrokerProvider} is found by the selector that a user
 * writes, and starts a {@link io.brokerbench.core.broker.Broker}, which reports its endpoints, its
 * {@link io.brokerbench.core.broker.Capability capabilities} and its process, and leaves nothing
 * behind when it is closed. Claims are proved by the testkit's {@code BrokerKit}.
 */
package io.brokerbench.core.broker;
