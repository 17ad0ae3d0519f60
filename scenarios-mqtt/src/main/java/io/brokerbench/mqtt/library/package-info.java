/**
 * What the drivers on other people's MQTT libraries share.
 *
 * <p>A driver is a {@link io.brokerbench.mqtt.library.LibraryDriver}, and its library comes in
 * behind {@link io.brokerbench.mqtt.library.Link}: it opens connections, publishes, subscribes and
 * closes, and reports it on the lane's thread. All that the driver interface asks for beyond that
 * is here, once: states of a client, windows, messages that are sent again on the next connection,
 * the ends of sessions, and the certificates of TLS.
 *
 * <p>Speed is not a goal of this package: a library costs what it costs, and its driver shows that.
 */
package io.brokerbench.mqtt.library;
