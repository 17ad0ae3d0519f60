package io.brokerbench.jmh;

import io.brokerbench.core.base.NanoClock;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the benchmark's thread wait until something has come a number of times, and allocates
 * nothing for it. One thread waits, one other counts.
 */
final class ArrivalLatch {

  private static final long LIMIT_NANOS = 20_000_000_000L;

  private final String what;
  private volatile long passed;
  private volatile Throwable failure;
  private volatile Thread waiting;

  /** Of something, as a message says that it did not come. */
  ArrivalLatch(String what) {
    this.what = what;
  }

  /** It has come once more. On one thread only. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void pass() {
    passed++;
    LockSupport.unpark(waiting);
  }

  /** It will not come any more. */
  void fail(Throwable cause) {
    failure = cause;
    LockSupport.unpark(waiting);
  }

  long passed() {
    return passed;
  }

  /**
   * Waits.
   *
   * @throws IllegalStateException after 20 s, or when the connection is lost
   */
  void await(long count) {
    if (passed >= count) {
      return;
    }
    waiting = Thread.currentThread();
    long deadline = NanoClock.SYSTEM.nanoTime() + LIMIT_NANOS;
    while (passed < count) {
      if (failure != null) {
        throw new IllegalStateException("no " + what + ": " + failure.getMessage(), failure);
      }
      long rest = deadline - NanoClock.SYSTEM.nanoTime();
      if (rest <= 0) {
        throw new IllegalStateException("no " + what + " within 20 s");
      }
      LockSupport.parkNanos(this, rest);
    }
  }
}
