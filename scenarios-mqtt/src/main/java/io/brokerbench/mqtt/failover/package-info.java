/**
 * Failover: a steady load goes on while the broker's active node is killed.
 *
 * <p>{@link io.brokerbench.mqtt.failover.FailoverCatalog} makes the scenarios. What is done to the
 * broker and what is measured of it lives in the core; how clients come back, in the drivers.
 */
package io.brokerbench.mqtt.failover;
