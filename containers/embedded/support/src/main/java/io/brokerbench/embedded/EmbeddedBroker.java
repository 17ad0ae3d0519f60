package io.brokerbench.embedded;

import java.util.Map;
import java.util.Optional;

/** One broker product as its launcher sees it; started once, stopped once. */
public interface EmbeddedBroker {

  /** As people call it. */
  String product();

  /** As the product itself reports it. */
  String version();

  /**
   * Starts it, and returns once it listens. As one of a pair it may return at once; {@link #role}
   * says then what has become of it.
   *
   * @return the ports of its listeners by scheme: {@code mqtt}, with TLS {@code mqtts}, with
   *     WebSockets {@code ws} and, with both, {@code wss}, and where asked for {@code amqp} and
   *     {@code amqps}
   * @throws Exception if it did not start; the JVM is ended then, so nothing needs cleaning up
   */
  Map<String, Integer> start(LaunchOptions options) throws Exception;

  /**
   * What it does at the moment, as one of a pair; asked again and again once it is started.
   *
   * @throws Exception if its start has failed after all; the JVM is ended then
   */
  default Role role() throws Exception {
    return Role.ACTIVE;
  }

  /**
   * What it reports about itself at this moment; asked once per second, on a thread of its own,
   * from the start on. Empty for a product that reports nothing at all.
   *
   * @throws Exception if it cannot report at the moment
   */
  default Optional<ProductFigures> figures() throws Exception {
    return Optional.empty();
  }

  /** Ends it in an orderly way. Called from a shutdown hook, even while the start is under way. */
  void stop() throws Exception;
}
