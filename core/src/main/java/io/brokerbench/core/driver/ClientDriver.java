package io.brokerbench.core.driver;

import io.brokerbench.core.result.NegotiatedTls;
import java.util.List;
import java.util.Optional;

/**
 * A client library, as the benchmark sees it: it makes clients, and gives them threads.
 *
 * <p>Clients are made from any thread, and used on their lane's thread only. A driver passes when
 * the compatibility kit of the testkit passes for it.
 */
public interface ClientDriver extends AutoCloseable {

  /** One for each event loop or thread. The same list at every call. */
  List<Lane> lanes();

  /** Makes a publisher; nothing is connected yet. */
  Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener);

  /** Makes a subscriber; nothing is connected yet. */
  Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener);

  /** How bytes move, for reports: {@code epoll}, {@code io_uring}, {@code nio}, ... */
  String transport();

  /**
   * What the TLS handshakes agreed on: the same for all connections, as a driver refuses any that
   * differs from the first, or from the cipher that was asked for. Empty before the first
   * handshake, and without TLS. From any thread.
   */
  default Optional<NegotiatedTls> negotiatedTls() {
    return Optional.empty();
  }

  /**
   * How far its connects have come, by endpoint. Empty from drivers that do not see it. From any
   * thread.
   */
  default List<EndpointConnects> connects() {
    return List.of();
  }

  /**
   * Whether a thread of this JVM, by its name, works for the clients of this driver beside the
   * lanes: one that reads, writes or delivers. A run whose thread had no rest says nothing of the
   * broker. From any thread.
   */
  default boolean hasThread(String name) {
    return false;
  }

  /** Drops all connections and ends all threads. Waits for the threads; may be called twice. */
  @Override
  void close();
}
