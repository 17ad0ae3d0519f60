package io.brokerbench.containers.metrics;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.OptionalInt;

/** How a product is asked for its figures. Stateless. */
public interface MetricsQuery {

  /** The port on which the product answers; empty for that of its plain MQTT listener. */
  OptionalInt port();

  /** As {@link io.brokerbench.core.broker.Broker#reportsLiveHeap()}. */
  default boolean reportsLiveHeap() {
    return false;
  }

  /**
   * Begins to ask one broker.
   *
   * @throws IOException if it does not answer
   */
  MetricsSource open(InetSocketAddress address) throws IOException;
}
