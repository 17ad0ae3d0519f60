package io.brokerbench.containers.metrics;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.OptionalInt;

/** How a product is asked for its figures. Stateless. */
public interface MetricsQuery {

  /** The port on which the product answers; empty for that of its plain MQTT listener. */
  OptionalInt port();

  /**
   * Begins to ask one broker.
   *
   * @throws IOException if it doesn't answer
   */
  MetricsSource open(InetSocketAddress address) throws IOException;
}
