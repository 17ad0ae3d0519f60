package io.brokerbench.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The longest time that a thread which sleeps for a millisecond, again and again, overslept: what
 * the machine, the kernel and the virtual machine did to any thread, whatever is being measured. It
 * is the idea of Gil Tene's jHiccup.
 */
public final class Pauses implements AutoCloseable {

  private static final long SLEEP_NANOS = 1_000_000;

  private volatile boolean open = true;
  private volatile long longestNanos;

  private Pauses() {}

  /** Looks from now on until it is closed, in a thread of its own. */
  public static Pauses watch() {
    Pauses pauses = new Pauses();
    Thread watcher = new Thread(pauses::look, "pauses");
    watcher.setDaemon(true);
    watcher.start();
    return pauses;
  }

  private void look() {
    long before = System.nanoTime();
    while (open) {
      LockSupport.parkNanos(SLEEP_NANOS);
      long now = System.nanoTime();
      longestNanos = Math.max(longestNanos, now - before - SLEEP_NANOS);
      before = now;
    }
  }

  /** So far. */
  public Duration longest() {
    return Duration.ofNanos(longestNanos);
  }

  @Override
  public void close() {
    open = false;
  }
}
