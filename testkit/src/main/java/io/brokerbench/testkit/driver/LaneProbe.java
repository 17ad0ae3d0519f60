package io.brokerbench.testkit.driver;

import io.brokerbench.core.driver.Lane;
import java.time.Duration;

/** Looks at a lane from within. */
record LaneProbe(Lane lane, Duration patience) {

  /** By how much the replaced task is due first, so that it would have run when the other does. */
  private static final long EARLIER_NANOS = 5_000_000;

  Thread thread() {
    AwaitedCallbacks<Thread> thread = new AwaitedCallbacks<>("task on a lane", patience);
    lane.execute(() -> thread.add(Thread.currentThread()));
    return thread.next();
  }

  /**
   * Asks for a timed task, then for another in its place.
   *
   * @return when the second one ran
   */
  long runTimed(Runnable replaced, long dueNanos) {
    AwaitedCallbacks<Long> ran = new AwaitedCallbacks<>("timed task", patience);
    lane.execute(
        () -> {
          lane.executeAt(dueNanos - EARLIER_NANOS, replaced);
          lane.executeAt(dueNanos, () -> ran.add(DriverRig.CLOCK.nanoTime()));
        });
    return ran.next();
  }
}
