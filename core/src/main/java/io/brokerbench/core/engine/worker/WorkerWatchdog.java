package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches a worker's own process. A worker that is driven from another machine reports what it
 * uses, as the other machine cannot read that. It ends by itself when it receives no command for
 * long: the process that passed commands on may be stopped or cut off, and load without control
 * must not go on.
 */
class WorkerWatchdog {

  /** Of a worker on the rig's own machine. */
  static final WorkerWatchdog UNWATCHED = new WorkerWatchdog();

  private WorkerWatchdog() {}

  /**
   * Of a worker on another machine.
   *
   * @param timeoutNanos longest time without a command
   * @param end what ends it then
   */
  static WorkerWatchdog withTimeout(NanoClock clock, long timeoutNanos, Runnable end) {
    Watched self = new Watched(clock);
    Thread watch = new Thread(() -> self.watch(timeoutNanos, end), "worker-watchdog");
    watch.setDaemon(true);
    watch.start();
    return self;
  }

  /** A command has come. */
  void heard() {}

  /** It was asked to end, which may take a while: clients say goodbye. */
  void closing() {}

  /** What the process used by an instant. */
  record Reading(long nanos, ProcessUsage usage) {}

  /** What the process uses, read anew from time to time; for any threads. */
  Optional<Reading> usage(long nanos) {
    return Optional.empty();
  }

  private static final class Watched extends WorkerWatchdog {
    private static final long LOOK_NANOS = 100_000_000L;
    private static final long GOODBYE_NANOS = 11_000_000_000L;
    private static final long SAMPLE_NANOS = 200_000_000L;

    private final NanoClock clock;
    private final ProcessSampler sampler = ProcessSampler.ofThisMachine();
    private volatile long lastHeard;
    private long lastSample;
    private boolean sampled;
    private Optional<Reading> latest = Optional.empty();

    Watched(NanoClock clock) {
      this.clock = clock;
      this.lastHeard = clock.nanoTime();
    }

    @Override
    void heard() {
      lastHeard = clock.nanoTime();
    }

    @Override
    void closing() {
      lastHeard = clock.nanoTime() + GOODBYE_NANOS;
    }

    @Override
    synchronized Optional<Reading> usage(long nanos) {
      if (!sampled || nanos - lastSample >= SAMPLE_NANOS) {
        sampled = true;
        lastSample = nanos;
        latest =
            sampler
                .sampleAlone(ProcessHandle.current().pid())
                .map(usage -> new Reading(nanos, usage));
      }
      return latest;
    }

    private void watch(long timeoutNanos, Runnable end) {
      while (clock.nanoTime() - lastHeard <= timeoutNanos) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
      end.run();
    }
  }
}
