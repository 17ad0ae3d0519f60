package io.brokerbench.mqtt.paho;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.Lane;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A thread that the library knows nothing of. */
final class PahoLane implements Lane {

  private final int index;
  private final NanoClock clock;
  private final ScheduledThreadPoolExecutor executor;
  private volatile Thread thread;
  private Future<?> timed;

  PahoLane(int index, NanoClock clock) {
    this.index = index;
    this.clock = clock;
    this.executor = new ScheduledThreadPoolExecutor(1, this::newThread);
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  private Thread newThread(Runnable task) {
    thread = new Thread(task, "paho-" + index);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public void execute(Runnable task) {
    executor.execute(task);
  }

  /** What the library reports while the lane ends is ignored. */
  void handOver(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      // The driver is closed.
    }
  }

  @Override
  public void executeAt(long nanos, Runnable task) {
    if (timed != null) {
      timed.cancel(false);
    }
    long delay = Math.max(0, nanos - clock.nanoTime());
    timed = executor.schedule(task, delay, TimeUnit.NANOSECONDS);
  }

  void beginShutdown() {
    executor.shutdownNow();
  }

  void awaitShutdown() throws InterruptedException {
    executor.awaitTermination(5, TimeUnit.SECONDS);
    if (thread != null) {
      thread.join(1_000);
    }
  }
}
