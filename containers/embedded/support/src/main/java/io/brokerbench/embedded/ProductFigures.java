package io.brokerbench.embedded;

import java.util.OptionalLong;

/**
 * What a product reports about itself; absent is what it does not offer.
 *
 * @param queued messages that it holds for sessions and queues
 * @param connections clients that are connected
 */
public record ProductFigures(OptionalLong queued, OptionalLong connections) {}
