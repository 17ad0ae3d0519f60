package io.brokerbench.core.driver;

/**
 * Marks the cause of a {@link ClientListener#onDisconnected} that a new connection would not mend:
 * the run ends, also where it expects connections to break.
 */
public interface LastingCause {}
