package io.brokerbench.core.broker;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Starts brokers of one product and origin, or finds them; found with {@link
 * java.util.ServiceLoader}. Stateless.
 */
public interface BrokerProvider {

  /** The selector by which lists and messages name it: {@code embedded:PRODUCT}. */
  String name();

  /** One sentence for lists: product, version, where it comes from. */
  String description();

  /**
   * What is started, as people say it: {@code Product 2.55.0}.
   *
   * @param selector one of its own
   */
  default String title(String selector) {
    return name();
  }

  /**
   * The container image that is started; empty where none is.
   *
   * @param selector one of its own
   */
  default Optional<String> image(String selector) {
    return Optional.empty();
  }

  /** Whether a selector is one of its own. */
  boolean accepts(String selector);

  /** What its brokers can do, known before one is started. */
  Set<Capability> capabilities();

  /** What its brokers do that the protocol does not allow, and that the kit excuses. */
  default Set<Deviation> deviations() {
    return Set.of();
  }

  /** What a user must know of its brokers, a sentence each, to be shown when one is started. */
  default List<String> traps() {
    return List.of();
  }

  /**
   * The provider of one selector, where title, capabilities and the like depend on it.
   *
   * @param selector one of its own
   * @throws io.brokerbench.core.base.DefinitionException if the selector is wrong
   */
  default BrokerProvider of(String selector) {
    return this;
  }

  /** What lists name in its place: a provider for each broker that it knows. */
  default List<BrokerProvider> listed() {
    return List.of(this);
  }

  /** Whether it starts its brokers; false where it finds brokers that run already. */
  default boolean startsBrokers() {
    return true;
  }

  /**
   * Whether its brokers are products that this tool carries, each in a JVM of its own on this
   * machine.
   */
  default boolean isEmbedded() {
    return false;
  }

  /**
   * The most memory, in bytes, that a broker gives its clients; empty where nothing but the machine
   * limits it.
   *
   * @param selector one of its own
   */
  default OptionalLong memoryBytes(String selector) {
    return OptionalLong.empty();
  }

  /** Whether {@link BrokerRequest#nodeLatency()} can be made; a run with one is refused if not. */
  default boolean delaysLinks() {
    return false;
  }

  /**
   * Whether {@link BrokerRequest#limits()} can be kept; a request with limits is refused if not.
   */
  default boolean takesLimits() {
    return false;
  }

  /**
   * Starts a broker and waits until it accepts MQTT connections.
   *
   * @throws BrokerException if there is none to be had; nothing is left running then
   * @throws InterruptedException if interrupted; nothing is left running then
   * @throws io.brokerbench.core.base.DefinitionException if the selector's own options are wrong
   */
  Broker start(BrokerRequest request) throws BrokerException, InterruptedException;
}
