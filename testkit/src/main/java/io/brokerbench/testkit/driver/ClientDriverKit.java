package io.brokerbench.testkit.driver;

import io.brokerbench.core.driver.ClientDriverProvider;

/**
 * Holds a client driver to the contract of {@code core.driver}: a driver is done when this passes.
 *
 * <pre>
 * class SwarmDriverTest extends ClientDriverKit {
 *   &#64;Override
 *   protected ClientDriverProvider provider() {
 *     return new SwarmDriverProvider();
 *   }
 * }
 * </pre>
 *
 * <p>Each test runs for every protocol that the provider names, and where it makes sense for every
 * QoS, against a {@link io.brokerbench.testkit.broker.FaultyBroker} over loopback. What is proven:
 *
 * <ul>
 *   <li>connections: what CONNECT says, the reasons of failures (host and port, the broker's code),
 *       an orderly end, a sudden end, keep-alive, resumed sessions; the login and the certificate
 *       of one client, where the driver has them;
 *   <li>publishers: one acknowledgement per message, back-pressure by window, Receive Maximum and
 *       socket, and that what was offered is written before the goodbye;
 *   <li>subscribers: the same words in the same order, payloads of all sizes, exactly-once where
 *       the protocol distinguishes copies, and every other copy reported; sizes by chance, and
 *       words in templates and properties, where the driver has them;
 *   <li>MQTT 5, where the provider has its settings: topic aliases, user properties, subscription
 *       identifiers, Receive Maximum and session expiry as they were asked for, and nothing of it
 *       where they were not; a broker without them, or that keeps sessions for less than is needed,
 *       is refused in words;
 *   <li>in every test: all callbacks on the lane's thread, all instants from the driver's clock, no
 *       packet that the protocol forbids.
 * </ul>
 *
 * <p>The tests mostly wait, and may run beside each other where JUnit's parallel execution is on.
 *
 * <p>Not proven: that nothing is allocated per message, and what happens to messages that a
 * publisher had in flight when its connection broke, beyond that its window is usable again.
 */
public abstract class ClientDriverKit extends Mqtt5Kit {

  /** For subclasses. */
  protected ClientDriverKit() {}

  /** The driver under test; may be the same at every call. */
  @Override
  protected abstract ClientDriverProvider provider();
}
