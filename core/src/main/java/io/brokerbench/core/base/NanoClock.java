package io.brokerbench.core.base;

/**
 * Monotonic time in nanoseconds, for intervals only.
 *
 * <p>All parts of a run read one clock, which is handed to them: nothing else calls {@link
 * System#nanoTime()}. Readings of processes on the same Linux machine share an origin
 * (CLOCK_MONOTONIC), so that forked workers may compare theirs. Implementations are safe for use by
 * several threads.
 */
@FunctionalInterface
public interface NanoClock {

  /** The clock of this machine. */
  NanoClock SYSTEM = System::nanoTime;

  /** Nanoseconds since an arbitrary origin; never decreases. */
  long nanoTime();

  /** This clock as it is read on another one, which is ahead of it by as much. */
  default NanoClock ahead(long nanos) {
    return () -> nanoTime() + nanos;
  }
}
