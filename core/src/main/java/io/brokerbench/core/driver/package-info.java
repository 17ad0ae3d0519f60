/**
 * The interface between the benchmark and a client library.
 *
 * <p>A {@link io.brokerbench.core.driver.ClientDriver} gives {@link
 * io.brokerbench.core.driver.Lane}s, which are threads, and makes {@link
 * io.brokerbench.core.driver.Publisher}s and {@link io.brokerbench.core.driver.Subscriber}s that
 * belong to one lane each. Messages pass as three {@code long}s, events as calls of a listener on
 * the lane's thread; nothing is queued between threads. A driver is done when the testkit's {@code
 * ClientDriverKit} passes for it. The meaning of the words is in {@link
 * io.brokerbench.core.base.MessageHeader}; drivers do not need it.
 */
package io.brokerbench.core.driver;
