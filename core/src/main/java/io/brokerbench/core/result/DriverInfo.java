package io.brokerbench.core.result;

import java.util.Optional;

/**
 * What made the load.
 *
 * @param name of the driver
 * @param transport how bytes moved: {@code epoll}, {@code io_uring}, {@code nio}
 * @param lanes threads that carried clients, over all workers
 * @param tls what TLS handshakes agreed on; absent where no client used TLS
 * @param workers processes that carried clients
 */
public record DriverInfo(
    String name, String transport, int lanes, Optional<NegotiatedTls> tls, int workers) {}
