package io.brokerbench.core.result;

/**
 * What carried the consumers, where it wasn't what carried the publishers.
 *
 * @param name of the driver
 * @param transport how bytes moved
 */
public record ConsumerDriver(String name, String transport) {}
