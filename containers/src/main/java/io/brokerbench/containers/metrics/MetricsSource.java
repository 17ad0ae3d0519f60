package io.brokerbench.containers.metrics;

import io.brokerbench.core.result.BrokerMetrics;
import java.io.Closeable;
import java.io.IOException;

/** One broker that is asked again and again, by one thread. */
@FunctionalInterface
public interface MetricsSource extends Closeable {

  /**
   * Its figures at this moment, or the latest that it reported, some seconds old at most.
   *
   * @throws IOException if it does not answer; then it has to be opened again
   */
  BrokerMetrics read() throws IOException;

  /** Does nothing where no connection is kept. */
  @Override
  default void close() throws IOException {}
}
