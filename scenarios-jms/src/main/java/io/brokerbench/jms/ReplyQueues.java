package io.brokerbench.jms;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The temporary queues of one driver that replies go to, by the names that specifications have for
 * them: a requester's consumer makes one, and the requester names it in each request. Safe for use
 * by several threads.
 */
final class ReplyQueues {

  private final Map<String, Destination> queues = new ConcurrentHashMap<>();

  /** Takes note of a queue, in place of an earlier one. */
  void put(String name, Destination queue) {
    queues.put(name, queue);
  }

  /** The queue of a name. */
  Destination of(String name) throws JMSException {
    Destination queue = queues.get(name);
    if (queue == null) {
      throw new JMSException("no consumer has made the queue for replies " + name);
    }
    return queue;
  }
}
