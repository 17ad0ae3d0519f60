package io.brokerbench.containers.metrics;

import io.brokerbench.core.result.BrokerMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Asks a broker for its figures each second on a thread of its own, from the first request for them
 * until it is closed. Safe for use by several threads.
 */
public final class MetricsPoller implements AutoCloseable {

  private static final long INTERVAL_MILLIS = 1_000;

  private final Opener opener;
  private volatile BrokerMetrics latest = BrokerMetrics.NONE;
  private volatile boolean closed;
  private Thread thread;

  /** Begins to ask a broker, again after each time that it did not answer. */
  public interface Opener {
    /**
     * Opens it.
     *
     * @throws IOException if it does not answer
     */
    MetricsSource open() throws IOException;
  }

  /** Watches nothing yet. */
  public MetricsPoller(Opener opener) {
    this.opener = opener;
  }

  /** The same, for a broker that is asked over the network. */
  public MetricsPoller(MetricsQuery query, InetSocketAddress address) {
    this(() -> query.open(address));
  }

  /** The latest report; nothing while the broker does not answer. Returns at once. */
  public synchronized BrokerMetrics latest() {
    if (thread == null && !closed) {
      thread = new Thread(this::watch, "broker-metrics");
      thread.setDaemon(true);
      thread.start();
    }
    return latest;
  }

  private void watch() {
    while (!closed) {
      try (MetricsSource source = opener.open()) {
        while (!closed) {
          latest = source.read();
          Thread.sleep(INTERVAL_MILLIS);
        }
      } catch (InterruptedException e) {
        return;
      } catch (IOException | RuntimeException e) { // a page that is not as it should be, for one
        latest = BrokerMetrics.NONE; // as far as it is known; it is asked again
        pause();
      }
    }
  }

  private void pause() {
    try {
      Thread.sleep(INTERVAL_MILLIS);
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  /** Asks no more; may be called twice. */
  @Override
  public synchronized void close() {
    closed = true;
    if (thread != null) {
      thread.interrupt();
    }
  }
}
