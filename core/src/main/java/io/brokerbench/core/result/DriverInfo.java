package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;
import java.util.Optional;

/**
 * What made the load.
 *
 * @param name name of the driver; of the publishers' where there are two
 * @param transport how bytes moved: {@code epoll}, {@code io_uring}, {@code nio}
 * @param lanes threads that carried clients, over all workers
 * @param tls what TLS handshakes agreed on; absent where no client used TLS
 * @param workers processes that carried clients
 * @param consumers what carried the consumers; absent where it is what carried the publishers
 */
public record DriverInfo(
    String name,
    String transport,
    int lanes,
    Optional<NegotiatedTls> tls,
    @Bounds(min = 1) int workers,
    Optional<Consumers> consumers) {

  /** Of a run with one driver. */
  public DriverInfo(
      String name, String transport, int lanes, Optional<NegotiatedTls> tls, int workers) {
    this(name, transport, lanes, tls, workers, Optional.empty());
  }

  /**
   * What carried the consumers, where it was not what carried the publishers.
   *
   * @param name its name
   * @param transport how bytes moved
   */
  public record Consumers(String name, String transport) {}
}
