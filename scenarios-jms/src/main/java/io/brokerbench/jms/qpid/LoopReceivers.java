package io.brokerbench.jms.qpid;

import io.brokerbench.jms.lane.BatchReceiver;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.apache.qpid.jms.JmsSession;
import org.apache.qpid.jms.meta.JmsConsumerId;

/**
 * The consumers of one connection that take their messages on the event loop which reads them, as
 * {@link LoopDelivery} does. They need no session's thread. Safe for use by several threads.
 */
public final class LoopReceivers {

  private final Map<JmsConsumerId, LoopConsumer> consumers = new HashMap<>();
  private boolean inUse;

  /** Of the connection's current node; null before there is one. */
  private LoopDelivery delivery;

  LoopReceivers() {}

  /** Each consumer of the connection is going to be added. Before it is connected. */
  public synchronized void use() {
    inUse = true;
  }

  /** Whether {@link #use} was called. */
  public synchronized boolean isInUse() {
    return inUse;
  }

  /** The connection has another node, whose messages come through this from now on. */
  synchronized void on(LoopDelivery next) {
    delivery = next;
  }

  /**
   * Gives a consumer's messages to its receiver, on the event loop; also those that came before.
   *
   * @param session of the consumer
   * @param settling threads that may wait for the broker, and settle its batches
   */
  public void add(
      JmsConsumerId consumer, JmsSession session, BatchReceiver receiver, Executor settling) {
    synchronized (this) {
      consumers.put(consumer, new LoopConsumer(session, receiver, settling));
    }
    deliverWhatWaits(consumer);
  }

  /** A consumer is idle: what waits for it is delivered, on the event loop. Any thread. */
  void deliverWhatWaits(JmsConsumerId consumer) {
    LoopDelivery current;
    synchronized (this) {
      current = delivery;
    }
    if (current != null) {
      current.onIdle(consumer);
    }
  }

  /**
   * Ends a consumer's deliveries: its receiver is not called any more, but by the caller. Waits for
   * a batch that is being settled.
   *
   * @throws InterruptedException if the thread is interrupted before
   */
  public void stop(JmsConsumerId consumer) throws InterruptedException {
    LoopConsumer stopping = of(consumer);
    if (stopping != null) {
      stopping.stop();
    }
  }

  /** Null where it is not added yet. */
  synchronized LoopConsumer of(JmsConsumerId consumer) {
    return consumers.get(consumer);
  }
}
