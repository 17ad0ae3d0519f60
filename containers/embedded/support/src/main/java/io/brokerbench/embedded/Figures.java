package io.brokerbench.embedded;

import java.util.OptionalLong;

/**
 * What a product tells about itself; absent is what it doesn't offer.
 *
 * @param queued messages that it holds for sessions and queues
 * @param connections clients that are connected
 */
public record Figures(OptionalLong queued, OptionalLong connections) {}
