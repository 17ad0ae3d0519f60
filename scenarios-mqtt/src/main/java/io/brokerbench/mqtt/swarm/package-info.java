/**
 * Swarm: an MQTT client for very many connections, on Netty.
 *
 * <p>A {@code SwarmLane} is one event loop; {@code PacedIoHandler} gives it the timed turn of the
 * send loop. A {@code SwarmConnection} is channel handler and client in one object; {@code
 * SwarmPublisher} stamps templates, {@code SwarmSubscriber} reads headers in place, {@code
 * SwarmResponder} replies to what it reads. Packets are written and read in {@link
 * io.brokerbench.mqtt.swarm.codec}. No timer, future or lambda is made for a message.
 */
package io.brokerbench.mqtt.swarm;
