package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.NanoClock;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Reports the progress of a cell, at most a few times per second. Belongs to one thread. */
final class CellStepReporter {

  private static final long INTERVAL_NANOS = 200_000_000L;

  private final Consumer<CellStep> listener;
  private final NanoClock clock;
  private String latest = "";
  private long next;

  /**
   * One for a cell.
   *
   * @param listener hears each step; must not block
   */
  CellStepReporter(Consumer<CellStep> listener, NanoClock clock) {
    this.listener = listener;
    this.clock = clock;
  }

  /**
   * Reports it, unless that was done a moment ago.
   *
   * @param name what is done
   * @param done so much of it; what is more than all counts as all
   * @param all of it, more than 0
   * @param unit figures with their unit
   * @param beside what else is to be said; may be empty
   */
  void reportProgress(String name, long done, long all, LongFunction<String> unit, String beside) {
    long now = clock.nanoTime();
    if (name.equals(latest) && now - next < 0) {
      return;
    }
    latest = name;
    next = now + INTERVAL_NANOS;
    long counted = Math.min(done, all);
    String standing = unit.apply(counted) + " of " + unit.apply(all);
    listener.accept(
        new CellStep(
            name, beside.isEmpty() ? standing : standing + ", " + beside, (double) counted / all));
  }

  /** Reports the start of work that has no measure, or that reports its own progress. */
  void reportProgress(String name, String what) {
    latest = name;
    listener.accept(new CellStep(name, what, 0));
  }
}
