package io.brokerbench.testkit;

import io.brokerbench.core.base.NanoClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * The longest time that a thread which sleeps for a millisecond, again and again, overslept: what
 * the machine, the kernel and the virtual machine did to any thread, whatever is being measured. It
 * is the idea of Gil Tene's jHiccup.
 */
public final class OversleepMeter implements AutoCloseable {

  private static final long SLEEP_NANOS = 1_000_000;

  private final NanoClock clock;
  private final LongConsumer sleep;
  private volatile boolean open = true;
  private volatile long longestNanos;

  private OversleepMeter(NanoClock clock, LongConsumer sleep) {
    this.clock = clock;
    this.sleep = sleep;
  }

  /** Looks from now on until it is closed, in a thread of its own. */
  public static OversleepMeter watch() {
    OversleepMeter pauses = new OversleepMeter(NanoClock.SYSTEM, LockSupport::parkNanos);
    Thread watcher = new Thread(pauses::look, "pauses");
    watcher.setDaemon(true);
    watcher.start();
    return pauses;
  }

  /** Of some sleeps by another clock. */
  static Duration longest(NanoClock clock, LongConsumer sleep, int sleeps) {
    OversleepMeter pauses = new OversleepMeter(clock, sleep);
    int[] left = {sleeps};
    pauses.look(() -> left[0]-- > 0);
    return pauses.longest();
  }

  private void look() {
    look(() -> open);
  }

  private void look(BooleanSupplier goesOn) {
    long before = clock.nanoTime();
    while (goesOn.getAsBoolean()) {
      sleep.accept(SLEEP_NANOS);
      long now = clock.nanoTime();
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
