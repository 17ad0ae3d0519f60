package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * What a worker's process does about itself. One that is driven from another machine tells what it
 * uses, as nobody there can look, and ends by itself when it hears nothing for long: whoever passed
 * commands on may be stopped or cut off, and load that nobody controls must not go on.
 */
class WorkerSelf {

  /** Of a worker on the rig's own machine. */
  static final WorkerSelf UNWATCHED = new WorkerSelf();

  private WorkerSelf() {}

  /**
   * Of a worker on another machine.
   *
   * @param leashNanos longest time without a command
   * @param end what ends it then
   */
  static WorkerSelf onLeash(NanoClock clock, long leashNanos, Runnable end) {
    Leashed self = new Leashed(clock);
    Thread watch = new Thread(() -> self.watch(leashNanos, end), "worker-leash");
    watch.setDaemon(true);
    watch.start();
    return self;
  }

  /** A command has come. */
  void heard() {}

  /** It was told to end, which may take its time: clients say goodbye. */
  void closing() {}

  /** What the process uses; for one thread. */
  Optional<ProcessUsage> usage(long nanos) {
    return Optional.empty();
  }

  private static final class Leashed extends WorkerSelf {
    private static final long LOOK_NANOS = 100_000_000L;
    private static final long GOODBYE_NANOS = 11_000_000_000L;
    private static final long SAMPLE_NANOS = 200_000_000L;

    private final NanoClock clock;
    private final ProcessSampler sampler = ProcessSampler.ofThisMachine();
    private volatile long lastHeard;
    private long lastSample;
    private boolean sampled;

    Leashed(NanoClock clock) {
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
    Optional<ProcessUsage> usage(long nanos) {
      if (sampled && nanos - lastSample < SAMPLE_NANOS) {
        return Optional.empty();
      }
      sampled = true;
      lastSample = nanos;
      return sampler.sampleAlone(ProcessHandle.current().pid());
    }

    private void watch(long leashNanos, Runnable end) {
      while (clock.nanoTime() - lastHeard <= leashNanos) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
      end.run();
    }
  }
}
