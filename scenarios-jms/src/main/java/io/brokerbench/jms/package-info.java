/**
 * The Qpid JMS driver: Jakarta Messaging 3.1 over AMQP 1.0.
 *
 * <p>The library delivers on a thread for each session, which reads the header of the payload,
 * takes the time, and puts both into an {@link io.brokerbench.jms.LaneEventQueue}; the lane that
 * owns the consumer empties it in each of its turns, so no message wakes a thread. What the library
 * waits for (connect, subscribe, close) is done by threads of the driver's own, never by a lane.
 * Connections are made through {@link io.brokerbench.jms.WatchedTransportFactory}, so that one can
 * be dropped silently and its TLS session read.
 */
package io.brokerbench.jms;
