package io.brokerbench.jms;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.Lane;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/** A thread that the library knows nothing of; it empties the inboxes of its clients. */
final class JmsLane implements Lane {

  /** Longest time that something lies in an inbox while the lane has nothing else to do. */
  static final long SOON_NANOS = 1_000_000;

  /** The same where nothing waits for it, as with deliveries, whose instants are in the inbox. */
  static final long LATER_NANOS = 4_000_000;

  private static final long IDLE_NANOS = 100_000_000;

  private final int index;
  private final NanoClock clock;
  private final Thread thread;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final List<Runnable> looks = new CopyOnWriteArrayList<>();
  private volatile long patienceNanos = IDLE_NANOS;
  private volatile boolean closed;
  private Runnable timed;
  private long timedAt;

  JmsLane(int index, NanoClock clock) {
    this.index = index;
    this.clock = clock;
    this.thread = new Thread(this::loop, "jms-" + index);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public void execute(Runnable task) {
    if (closed) {
      throw new RejectedExecutionException("the lane has ended");
    }
    tasks.add(task);
    LockSupport.unpark(thread);
  }

  /** What the library reports while the lane ends is ignored. */
  void handOver(Runnable task) {
    if (!closed) {
      tasks.add(task);
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void executeAt(long nanos, Runnable task) {
    timed = task;
    timedAt = nanos;
  }

  /**
   * Something to be done in each turn: an inbox that is emptied. From any thread.
   *
   * @param withinNanos longest time until a turn
   */
  synchronized void eachTurn(Runnable look, long withinNanos) {
    looks.add(look);
    patienceNanos = Math.min(patienceNanos, withinNanos);
  }

  private void loop() {
    while (!closed) {
      look();
      runTasks();
      long now = clock.nanoTime();
      if (timed != null && now - timedAt >= 0) {
        Runnable due = timed;
        timed = null;
        due.run();
      } else if (tasks.isEmpty()) {
        long patience = patienceNanos;
        LockSupport.parkNanos(timed == null ? patience : Math.min(patience, timedAt - now));
      }
    }
  }

  private void look() {
    for (int i = 0; i < looks.size(); i++) {
      looks.get(i).run();
    }
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  void beginShutdown() {
    closed = true;
    LockSupport.unpark(thread);
  }

  void awaitShutdown() throws InterruptedException {
    thread.join(5_000);
  }
}
