/**
 * A broker that does nothing but forward, to see what the generator itself can do.
 *
 * <p>It takes MQTT 3.1.1 connections, treats all subscribers as one shared subscription, and
 * forwards what publishers send with QoS 0 in the pieces in which it was read. It isn't a broker to
 * be measured or to test against: it keeps no sessions, matches no topics and grants everything.
 */
package io.brokerbench.mqtt.nullbroker;
