package io.brokerbench.kit;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NanoClock;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what a broker has to do in time. */
final class Patience {

  private static final long POLL_MILLIS = 20;

  private Patience() {}

  /** Returns when it holds. */
  static void await(Duration limit, String what, BooleanSupplier condition)
      throws InterruptedException {
    long start = NanoClock.SYSTEM.nanoTime();
    while (!condition.getAsBoolean()) {
      BrokenClaimException.require(
          NanoClock.SYSTEM.nanoTime() - start < limit.toNanos(),
          "%s: not within %s",
          what,
          Durations.format(limit));
      Thread.sleep(POLL_MILLIS);
    }
  }
}
