/**
 * Packets that get lost between clients and brokers, in the kernel; the implementation of {@link
 * io.brokerbench.core.network.PacketLoss}.
 */
package io.brokerbench.containers.network;
