package io.brokerbench.testkit;

import io.brokerbench.core.base.NanoClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that stands still until a test moves it, and never goes back.
 *
 * <p>Safe for use by several threads: moves are atomic, and a reader never sees an earlier time
 * than it has seen before.
 */
public final class ManualClock implements NanoClock {

  private final AtomicLong nanos;

  /** A clock that shows 0. */
  public ManualClock() {
    this(0);
  }

  /** A clock that shows a reading, in nanoseconds. */
  public ManualClock(long startNanos) {
    nanos = new AtomicLong(startNanos);
  }

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  /**
   * Moves the clock on.
   *
   * @return the new reading, in nanoseconds
   * @throws IllegalArgumentException if the step is negative
   */
  public long advance(Duration step) {
    if (step.isNegative()) {
      throw new IllegalArgumentException("step " + step + ": a clock never goes back");
    }
    return nanos.addAndGet(step.toNanos());
  }

  /**
   * Moves the clock to a reading.
   *
   * @throws IllegalArgumentException if the reading is before the present one
   */
  public void advanceTo(long readingNanos) {
    nanos.updateAndGet(
        now -> {
          if (readingNanos - now < 0) {
            throw new IllegalArgumentException(
                "reading " + readingNanos + " ns: a clock never goes back, and it shows " + now);
          }
          return readingNanos;
        });
  }
}
