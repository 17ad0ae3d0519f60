package io.brokerbench.testkit.broker.record;

import io.brokerbench.core.base.NanoClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long an event loop's thread was kept from its work: by a stall on purpose, by the JVM, or as
 * it had no CPU.
 *
 * <p>The loop calls {@link #run} at fixed intervals. What lies between two ticks beyond an interval
 * is a delay. Any thread may read the sum.
 */
public final class LoopDelays implements Runnable {

  private final NanoClock clock;
  private final long intervalNanos;
  private long lastNanos;
  private final AtomicLong sumNanos = new AtomicLong();

  /** Delays of a loop that ticks at this interval, from now on. */
  public LoopDelays(NanoClock clock, Duration interval) {
    this.clock = clock;
    this.intervalNanos = interval.toNanos();
    this.lastNanos = clock.nanoTime();
  }

  /** On the loop's thread. */
  @Override
  public void run() {
    long now = clock.nanoTime();
    sumNanos.addAndGet(Math.max(0, now - lastNanos - intervalNanos));
    lastNanos = now;
  }

  /** The sum of all delays up to the last tick. */
  public Duration sum() {
    return Duration.ofNanos(sumNanos.get());
  }
}
