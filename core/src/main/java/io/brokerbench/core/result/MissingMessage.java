package io.brokerbench.core.result;

/**
 * A delivery that never came.
 *
 * @param publisher id of the publisher
 * @param sequence number of the message among that publisher's, from 0
 * @param subscriber id of the consumer that should have got it; -1 for any of a shared subscription
 */
public record MissingMessage(int publisher, long sequence, int subscriber) {}
