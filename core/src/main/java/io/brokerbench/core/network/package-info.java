/**
 * What is done to the network between clients and a broker.
 *
 * <p>{@link io.brokerbench.core.network.RelayedBroker} puts a relay before each of a broker's
 * listeners, which carries TCP connections late and no faster than it is told. It needs no rights,
 * no tools and nothing of the kernel, works with brokers of every origin, and ends with this
 * process. It knows streams and no packets, so it can't lose any.
 */
package io.brokerbench.core.network;
