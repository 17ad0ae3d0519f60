/**
 * The kit that proves client drivers.
 *
 * <p>{@link io.brokerbench.testkit.driver.ClientDriverKit} holds a driver to what the interfaces of
 * {@code core.driver} say, against a {@link io.brokerbench.testkit.broker.FaultyBroker} over
 * loopback. A driver is done when a ten-line subclass of it passes.
 */
package io.brokerbench.testkit.driver;
