package io.brokerbench.core.result;

import java.util.Optional;

/**
 * Which broker it is.
 *
 * @param product as people call it: {@code Artemis}
 * @param version as the product reports it, or {@code unknown}
 * @param origin where it came from: {@code embedded}, {@code process}, {@code container}, {@code
 *     remote}; {@code embedded pair} for two of them
 * @param selector by which it was asked for
 * @param limits the most that it may take of this machine; absent for all there is
 */
public record BrokerIdentity(
    String product,
    String version,
    String origin,
    String selector,
    Optional<ResourceLimits> limits) {

  /** A broker without limits. */
  public BrokerIdentity(String product, String version, String origin, String selector) {
    this(product, version, origin, selector, Optional.empty());
  }
}
