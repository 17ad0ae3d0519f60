package io.brokerbench.jms;

import jakarta.jms.Destination;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The replies of one responder that are with the library and not with the broker yet, in their
 * order; over all of its connections. Safe for use by several threads.
 */
final class UnacknowledgedReplies {

  /** A reply, as it is sent again on another connection. */
  @SuppressWarnings("ArrayRecordComponent") // of one message, and written once
  record Reply(Destination to, String correlation, byte[] payload) {}

  private final Map<Long, Reply> replies = new ConcurrentSkipListMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicInteger size = new AtomicInteger();

  /** None. */
  UnacknowledgedReplies() {}

  /** Adds a reply that is about to be sent; returns its number. */
  long add(Reply reply) {
    long number = numbers.getAndIncrement();
    replies.put(number, reply);
    size.incrementAndGet();
    return number;
  }

  /** The broker has taken one over, or owes nothing for it any more. */
  void remove(long number) {
    if (replies.remove(number) != null) {
      size.decrementAndGet();
    }
  }

  /** How many there are. */
  int size() {
    return size.get();
  }

  /** All of them by their numbers, in their order; changes with them. */
  Map<Long, Reply> all() {
    return replies;
  }
}
