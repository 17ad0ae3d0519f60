package io.brokerbench.core.driver;

/**
 * Marks the cause of a {@link ClientListener#onDisconnected} that is the broker's breach of the
 * protocol: a malformed packet, or one that the protocol forbids at that moment. Its message names
 * the packet and the rule. No run excuses it.
 */
public interface ProtocolViolation extends LastingCause {}
