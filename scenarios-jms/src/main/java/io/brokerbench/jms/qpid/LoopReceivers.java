package io.brokerbench.jms.qpid;

import jakarta.jms.MessageListener;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.jms.meta.JmsConsumerId;

/**
 * The consumers of one connection that take their messages on the event loop which reads them, as
 * {@link LoopDelivery} does. They need no session's thread: none of them waits for the broker. Safe
 * for use by several threads.
 */
public final class LoopReceivers {

  private final Map<JmsConsumerId, MessageListener> receivers = new HashMap<>();
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
   */
  public void add(JmsConsumerId consumer, MessageListener receiver) {
    LoopDelivery current;
    synchronized (this) {
      receivers.put(consumer, receiver);
      current = delivery;
    }
    if (current != null) {
      current.onAdded(consumer);
    }
  }

  /** Null where it is not added yet. */
  synchronized MessageListener of(JmsConsumerId consumer) {
    return receivers.get(consumer);
  }
}
