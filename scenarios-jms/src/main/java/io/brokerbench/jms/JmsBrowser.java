package io.brokerbench.jms;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.load.Rate;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.Enumeration;
import java.util.function.Consumer;

/**
 * Walks through a queue at a rate, on a connection and a thread of its own, and consumes nothing.
 * Walks are due at equal distances; one that is due while another is under way begins when that
 * ends.
 */
final class JmsBrowser implements JmsLink.Member {

  private static final String THREAD = "jms-browsing";
  private static final double NANOS_PER_SECOND = 1e9;

  /** Most messages of a walk: what is sent meanwhile may make it endless. */
  private static final long MOST = 1_000_000;

  private final JmsLink link;
  private final String queue;
  private final long intervalNanos;
  private final NanoClock clock;
  private final Listener walks;
  private final Consumer<Throwable> failures;
  private boolean ended;

  /** Hears of each walk, from the browser's thread. */
  @FunctionalInterface
  interface Listener {
    void onWalk(long nanos, long latencyNanos, long messages);
  }

  /**
   * A browser that walks from now on.
   *
   * @param link of its own
   * @param failures hears of what ends it, from the browser's thread
   */
  JmsBrowser(
      JmsLink link,
      String queue,
      Rate rate,
      NanoClock clock,
      Listener walks,
      Consumer<Throwable> failures) {
    this.link = link;
    this.queue = queue;
    this.intervalNanos = (long) (NANOS_PER_SECOND / rate.perSecond());
    this.clock = clock;
    this.walks = walks;
    this.failures = failures;
    Thread thread = new Thread(this::run, THREAD);
    thread.setDaemon(true);
    thread.start();
  }

  static boolean isThread(String name) {
    return name.equals(THREAD);
  }

  private void run() {
    try {
      link.open(this);
      try {
        walk(link.session(Session.AUTO_ACKNOWLEDGE));
      } finally {
        link.release(this);
      }
    } catch (JMSException | JmsClientException | RuntimeException e) {
      fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void walk(Session session) throws JMSException, InterruptedException {
    Queue named = session.createQueue(queue);
    long due = clock.nanoTime();
    while (!awaitDue(due)) {
      long start = clock.nanoTime();
      long seen = look(session, named);
      long end = clock.nanoTime();
      walks.onWalk(end, end - start, seen);
      due = Math.max(due + intervalNanos, end);
    }
  }

  private long look(Session session, Queue named) throws JMSException {
    try (QueueBrowser browser = session.createBrowser(named)) {
      Enumeration<?> messages = browser.getEnumeration();
      long seen = 0;
      while (seen < MOST && messages.hasMoreElements()) {
        messages.nextElement();
        seen++;
      }
      return seen;
    }
  }

  /** Waits. @return whether it has ended */
  private synchronized boolean awaitDue(long due) throws InterruptedException {
    long left = due - clock.nanoTime();
    while (!ended && left > 0) {
      wait(left / 1_000_000, (int) (left % 1_000_000));
      left = due - clock.nanoTime();
    }
    return ended;
  }

  private void fail(Throwable cause) {
    if (!isEnded()) {
      failures.accept(new JmsClientException("the queue " + queue + " cannot be browsed", cause));
    }
  }

  private synchronized boolean isEnded() {
    return ended;
  }

  /** Ends after the walk that is under way. Does not wait. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** The walk that is under way fails then, or the next one. */
  @Override
  public void onBroken(Throwable cause) {
    fail(cause);
  }

  @Override
  public void onInterrupted(long nanos) {}

  @Override
  public void onRestored(long nanos) {}
}
