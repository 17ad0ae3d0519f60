package io.brokerbench.core.driver;

/**
 * The message that the broker publishes for a client whose connection ends without the protocol's
 * goodbye: to the client's own topic, with its QoS and the length of its payloads.
 *
 * @param word0 first word of the payload's header
 * @param word1 second word
 * @param word2 third word
 * @param silent whether the client is to fall silent, so that it is due by the keep-alive
 */
public record Will(long word0, long word1, long word2, boolean silent) {}
