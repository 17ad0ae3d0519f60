package io.brokerbench.testkit.broker.record;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks on the event loop later. A task that fails is a defect of the broker, and is recorded.
 */
public final class DelayedTasks {

  private final EventLoop loop;
  private final BrokerJournal journal;

  public DelayedTasks(EventLoop loop, BrokerJournal journal) {
    this.loop = loop;
    this.journal = journal;
  }

  /** Runs a task after a time. @return to cancel it */
  public Future<?> after(long nanos, Runnable task) {
    return loop.schedule(() -> run(task), Math.max(0, nanos), TimeUnit.NANOSECONDS);
  }

  /** Runs a task again and again. @return to cancel it */
  public Future<?> every(long nanos, Runnable task) {
    return loop.scheduleWithFixedDelay(() -> run(task), nanos, nanos, TimeUnit.NANOSECONDS);
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      journal.violation("the broker itself: " + e);
      throw e;
    }
  }
}
