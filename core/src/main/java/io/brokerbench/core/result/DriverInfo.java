package io.brokerbench.core.result;

/**
 * What made the load.
 *
 * @param name of the driver
 * @param transport how bytes moved: {@code epoll}, {@code io_uring}, {@code nio}
 * @param lanes threads that carried clients
 */
public record DriverInfo(String name, String transport, int lanes) {}
