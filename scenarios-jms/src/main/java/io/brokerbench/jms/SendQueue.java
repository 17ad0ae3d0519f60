package io.brokerbench.jms;

import jakarta.jms.JMSException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What a producer does on its session, of a library whose calls may wait: one thing after the
 * other, on a thread that may. Safe for use by several threads.
 */
final class SendQueue {

  /** Something that may wait, and may fail. */
  @FunctionalInterface
  interface Step {
    void run() throws JMSException;
  }

  private final Executor threads;
  private final Consumer<Throwable> failures;
  private final Queue<Step> steps = new ConcurrentLinkedQueue<>();

  /** Steps that are not done yet. */
  private final AtomicInteger left = new AtomicInteger();

  private volatile boolean closed;

  /**
   * An empty one.
   *
   * @param failures hears of the first step that fails, after which none is done
   */
  SendQueue(Executor threads, Consumer<Throwable> failures) {
    this.threads = threads;
    this.failures = failures;
  }

  /** Adds a step. Does not wait. */
  void add(Step step) {
    steps.add(step);
    if (left.getAndIncrement() == 0) {
      threads.execute(this::run);
    }
  }

  private void run() {
    do {
      Step step = steps.remove();
      if (!closed) {
        run(step);
      }
    } while (left.decrementAndGet() > 0);
    wake();
  }

  private void run(Step step) {
    try {
      step.run();
    } catch (JMSException | RuntimeException | Error e) {
      if (!closed) {
        close();
        failures.accept(e);
      }
    }
  }

  private synchronized void wake() {
    notifyAll();
  }

  /** Waits until all steps are done, or none is going to be. */
  synchronized void awaitEmpty() throws JMSException {
    try {
      while (left.get() > 0 && !closed) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JMSException("interrupted while messages were sent");
    }
  }

  /** No step is begun any more. Does not wait. */
  void close() {
    closed = true;
    wake();
  }
}
