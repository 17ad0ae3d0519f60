package io.brokerbench.core.telemetry;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The CPU-time clock that Linux keeps for each process, see clock_getcpuclockid(3): user and system
 * time in nanoseconds, of all its threads, those that have ended included.
 *
 * <p>{@code /proc} has the same time in ticks of 10 ms only. {@code schedstat} counts in
 * nanoseconds, but it is behind by up to a tick of the kernel for each thread that runs, and it
 * forgets threads that have ended.
 */
final class ProcessCpuClock {

  private static final int BITS_OF_KIND = 3;

  /** User and system time as the scheduler measures it: CPUCLOCK_SCHED of the kernel. */
  private static final int SCHED = 2;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final Optional<Function> clockGettime;

  private ProcessCpuClock(Optional<Function> clockGettime) {
    this.clockGettime = clockGettime;
  }

  /** The clocks of this machine; without any where the C library cannot be called. */
  static ProcessCpuClock ofThisMachine() {
    try {
      return Native.LONG_SIZE == Long.BYTES
          ? new ProcessCpuClock(
              Optional.of(NativeLibrary.getProcess().getFunction("clock_gettime")))
          : none();
    } catch (LinkageError | RuntimeException e) {
      return none();
    }
  }

  /** No clocks: for a tree of files that looks like {@code /proc}. */
  static ProcessCpuClock none() {
    return new ProcessCpuClock(Optional.empty());
  }

  /** CPU time of a process since it started, without its children; empty where it is gone. */
  OptionalLong nanos(long pid) {
    if (clockGettime.isEmpty() || pid <= 0 || pid > Integer.MAX_VALUE) {
      return OptionalLong.empty();
    }
    long[] time = new long[2];
    int clock = ((int) ~pid << BITS_OF_KIND) | SCHED;
    int failed = clockGettime.get().invokeInt(new Object[] {clock, time});
    return failed == 0
        ? OptionalLong.of(time[0] * NANOS_PER_SECOND + time[1])
        : OptionalLong.empty();
  }
}
