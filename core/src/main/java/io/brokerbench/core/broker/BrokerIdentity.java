package io.brokerbench.core.broker;

/**
 * Which broker it is.
 *
 * @param product as people call it: {@code Artemis}
 * @param version as the product reports it, or {@code unknown}
 * @param origin where it came from: {@code embedded}, {@code process}, {@code remote}; {@code
 *     embedded pair} for two of them
 * @param selector by which it was asked for
 */
public record BrokerIdentity(String product, String version, String origin, String selector) {}
