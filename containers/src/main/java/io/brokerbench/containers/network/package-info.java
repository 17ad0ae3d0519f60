/**
 * Networks between clients and brokers that are worse than this machine's own. {@link
 * io.brokerbench.containers.network.NetworkedBroker} is the way in: packets are lost in the kernel,
 * and all else is done by the relay of {@link io.brokerbench.core.network}.
 */
package io.brokerbench.containers.network;
