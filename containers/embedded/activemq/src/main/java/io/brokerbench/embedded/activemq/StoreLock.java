package io.brokerbench.embedded.activemq;

import org.apache.activemq.store.SharedFileLocker;

/**
 * The lock of a store that two brokers use in turn, which reports whether another process waits for
 * it.
 */
final class StoreLock extends SharedFileLocker {

  private volatile boolean awaited;

  /** Returns once the lock is ours, however long that takes. */
  @Override
  public void doStart() throws Exception {
    awaited = true;
    super.doStart();
    awaited = false;
  }

  boolean isAwaited() {
    return awaited;
  }
}
