/** What a {@code FaultyBroker} has seen and done: counters, connects, stalls. */
package io.brokerbench.testkit.broker.record;
