package io.brokerbench.testkit.broker.record;

import io.brokerbench.core.base.NanoClock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Holds the event loop's thread, so that the broker reads nothing, writes nothing and accepts
 * nothing. Any thread may read the records and end the present stall.
 */
public final class Stalls {

  private final NanoClock clock = NanoClock.SYSTEM;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final List<StallRecord> records = new CopyOnWriteArrayList<>();
  private volatile CountDownLatch held;
  private long lastEndNanos = clock.nanoTime();

  /** Holds the calling thread. */
  public void stall(long nanos) {
    long start = clock.nanoTime();
    boolean ended = false;
    long left = nanos;
    while (!ended && left > 0) {
      try {
        ended = ending.await(left, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        ended = true;
      }
      left = start + nanos - clock.nanoTime();
    }
    lastEndNanos = clock.nanoTime();
    records.add(new StallRecord(start, lastEndNanos));
  }

  /**
   * What holds the thread that runs it until {@link #release}; not at all where that came before it
   * is run.
   */
  public Runnable holding() {
    CountDownLatch latch = new CountDownLatch(1);
    held = latch;
    return () -> hold(latch);
  }

  private void hold(CountDownLatch latch) {
    long start = clock.nanoTime();
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lastEndNanos = clock.nanoTime();
    records.add(new StallRecord(start, lastEndNanos));
  }

  /** Lets go the thread that is held, or is about to be. */
  public void release() {
    CountDownLatch latch = held;
    if (latch != null) {
      latch.countDown();
    }
  }

  /** Ends the present stall and all that come after. */
  public void endForGood() {
    release();
    ending.countDown();
  }

  public long lastEndNanos() {
    return lastEndNanos;
  }

  public List<StallRecord> records() {
    return List.copyOf(records);
  }
}
