package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;

/**
 * A delivery that never came.
 *
 * <p>At most {@code 20} are named; {@code messages.lost} and {@code messages.undelivered} count
 * them all.
 *
 * @param publisher id of the publisher, from 0
 * @param sequence number of the message among that publisher's, from 0
 * @param subscriber id of the consumer that should have got it, from 0; -1 for any of a shared
 *     subscription
 */
public record MissingMessage(int publisher, long sequence, @Bounds(min = -1) int subscriber) {}
