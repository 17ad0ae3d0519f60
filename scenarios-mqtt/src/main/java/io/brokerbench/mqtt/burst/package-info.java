/**
 * Bursts: all devices connect at once, or one message goes to all subscribers at once.
 *
 * <p>{@link io.brokerbench.mqtt.burst.ConnectBurstCatalog} and {@link
 * io.brokerbench.mqtt.burst.BroadcastCatalog} make the scenarios; what is measured lives in the
 * core. The work and the names are those of IBM's MessageSight 1.2 performance report (2015); the
 * sizes are smaller, and every one is an option.
 */
package io.brokerbench.mqtt.burst;
