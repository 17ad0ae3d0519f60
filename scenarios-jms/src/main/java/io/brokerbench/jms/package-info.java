/**
 * Scenarios of JMS and the driver for its clients, on Qpid JMS or on any other library.
 *
 * <p>What libraries differ in is behind {@code JmsLibrary}: {@code QpidLibrary}, whose senders
 * never wait, and {@code FactoryLibrary} for all that {@code jms.client} can load, of which nothing
 * is assumed beyond the interfaces of JMS.
 *
 * <p>A library delivers on a thread for each session, and Qpid to consumers on the event loop of
 * their connection ({@code jms.qpid}). That thread reads the header of the payload, takes the time,
 * and puts both into an {@link io.brokerbench.jms.lane.LaneEventQueue}; the lane that owns the
 * consumer empties it in each of its turns, so no message wakes a lane. What waits (connect,
 * subscribe, close) is done by threads of the driver's own, never by a lane. What a session does
 * with messages besides is its {@code ReceiverRole}: a requester looks at what a reply correlates
 * with, and a {@code Responder} replies, in the session of the request; the replies that the broker
 * has not taken over outlive its connection ({@code UnacknowledgedReplies}). A message that is not
 * handled, as its connection ends, is refused with a {@link
 * io.brokerbench.jms.lane.DeliveryRefusedException}, so that no library acknowledges it. Qpid's
 * connections are made through {@code WatchedTransportFactory}, so that one can be dropped silently
 * and its TLS session read.
 */
package io.brokerbench.jms;
