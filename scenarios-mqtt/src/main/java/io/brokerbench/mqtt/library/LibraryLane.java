package io.brokerbench.mqtt.library;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.Lane;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A lane whose thread is the only one of an executor. */
public final class LibraryLane implements Lane {

  private final int index;
  private final NanoClock clock;
  private final ScheduledExecutorService executor;
  private Future<?> timed;
  private volatile Thread thread;

  /**
   * A lane.
   *
   * @param name of the driver, with which the name of the thread begins
   * @param executors makes an executor of one thread
   */
  LibraryLane(
      int index,
      String name,
      NanoClock clock,
      Function<ThreadFactory, ScheduledExecutorService> executors) {
    this.index = index;
    this.clock = clock;
    this.executor = executors.apply(task -> newThread(task, name + "-" + index));
  }

  /** Keeps the thread, so that its end can be waited for. */
  private Thread newThread(Runnable task, String name) {
    thread = new FastThreadLocalThread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** For a library that works on the lane's thread too. */
  public ScheduledExecutorService executor() {
    return executor;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public void execute(Runnable task) {
    executor.execute(task);
  }

  /** Runs what a library reports from a thread of its own. Once the lane ends, this is ignored. */
  public void handOver(Runnable task) {
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

  void awaitShutdown() throws InterruptedException {
    executor.awaitTermination(5, TimeUnit.SECONDS);
    if (thread != null) {
      thread.join(1_000);
    }
  }
}
