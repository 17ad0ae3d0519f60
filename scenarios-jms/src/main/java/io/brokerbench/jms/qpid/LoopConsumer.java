package io.brokerbench.jms.qpid;

import io.brokerbench.jms.lane.BatchReceiver;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.qpid.jms.JmsAcknowledgeCallback;
import org.apache.qpid.jms.JmsSession;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;

/**
 * A consumer that takes its messages on an event loop. While one is delivered, and while a batch is
 * settled, it is <em>busy</em>, and the messages that come wait for it. Safe for use by several
 * threads; it stays the same when its connection gets another node.
 */
final class LoopConsumer {

  private final JmsSession session;
  private final BatchReceiver receiver;
  private final Executor settling;
  private boolean busy;
  private boolean stopped;

  /** Whether it was busy when a message could have been delivered. */
  private boolean missed;

  /**
   * An idle one.
   *
   * @param settling threads that may wait for the broker
   */
  LoopConsumer(JmsSession session, BatchReceiver receiver, Executor settling) {
    this.session = session;
    this.receiver = receiver;
    this.settling = settling;
  }

  /** Makes it busy; false where it is so already, or is stopped. */
  synchronized boolean begin() {
    if (busy || stopped) {
      missed = true;
      return false;
    }
    busy = true;
    return true;
  }

  /** It is idle again; whether a message may wait. */
  private synchronized boolean end() {
    boolean waits = missed;
    busy = false;
    missed = false;
    notifyAll();
    return waits;
  }

  synchronized boolean isStopped() {
    return stopped;
  }

  /**
   * Ends its deliveries. Waits until it is idle.
   *
   * @throws InterruptedException if the thread is interrupted before
   */
  synchronized void stop() throws InterruptedException {
    stopped = true;
    while (busy) {
      wait();
    }
  }

  /** Gives it a message. It is busy. */
  void onMessage(JmsInboundMessageDispatch envelope) {
    envelope.getMessage().setAcknowledgeCallback(new JmsAcknowledgeCallback(session));
    receiver.onMessage(envelope.getMessage());
  }

  /**
   * A delivery is done: settles the batch if it is full, on a thread that may wait, and makes the
   * consumer idle.
   *
   * @param whenIdle once it is, where messages may wait
   */
  void delivered(Runnable whenIdle) {
    if (receiver.isBatchFull()) {
      try {
        settling.execute(() -> settle(whenIdle));
        return;
      } catch (RejectedExecutionException e) {
        // The driver is closed, and nothing more is delivered.
      }
    }
    if (end()) {
      whenIdle.run();
    }
  }

  private void settle(Runnable whenIdle) {
    try {
      receiver.settleBatch();
    } finally {
      if (end()) {
        whenIdle.run();
      }
    }
  }
}
