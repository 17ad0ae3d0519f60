package io.brokerbench.core.result;

/**
 * What carried the consumers, where it was not what carried the publishers.
 *
 * @param name its name
 * @param transport how bytes moved
 */
public record ConsumerDriver(String name, String transport) {}
