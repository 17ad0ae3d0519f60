/**
 * Simulated networks between clients and a broker, and between its nodes.
 *
 * <p>{@link io.brokerbench.core.network.RelayedBroker} puts a relay before each of a broker's
 * listeners, which delays TCP connections and limits their rate as configured. It needs no rights,
 * no tools and nothing of the kernel, works with brokers of every origin, and ends with this
 * process. It handles streams, not packets, so it cannot lose any. A {@link
 * io.brokerbench.core.network.LinkRelay} does the same between nodes that this tool starts.
 */
package io.brokerbench.core.network;
