package io.brokerbench.testkit.broker;

import io.brokerbench.core.base.MessageHeader;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which messages a fault is for. Immutable; each fault counts for itself.
 *
 * <p>A fault of deliveries asks once for each copy, one of acknowledgements once for each message.
 * Publisher id and sequence are read from brokerbench's message header.
 */
public final class MessageFilter {

  private static final long ANY_PUBLISHER = -1;

  private final FaultSwitches.EveryNth every = new FaultSwitches.EveryNth();
  private final int n;
  private final long publisherId;
  private final long fromSequence;
  private final long beforeSequence;
  private final Predicate<String> publishers;
  private final Predicate<String> subscribers;

  private MessageFilter(
      int n,
      long publisherId,
      long fromSequence,
      long beforeSequence,
      Predicate<String> publishers,
      Predicate<String> subscribers) {
    this.n = n;
    this.publisherId = publisherId;
    this.fromSequence = fromSequence;
    this.beforeSequence = beforeSequence;
    this.publishers = publishers;
    this.subscribers = subscribers;
    every.set(n);
  }

  private static MessageFilter of(int n, long publisherId, long from, long before) {
    return new MessageFilter(n, publisherId, from, before, id -> true, id -> true);
  }

  /** All messages. */
  public static MessageFilter all() {
    return every(1);
  }

  /**
   * Each n-th of the messages that the rest of the filter lets pass, counted from the command that
   * sets the fault.
   *
   * @param n at least 1
   */
  public static MessageFilter every(int n) {
    if (n < 1) {
      throw new IllegalArgumentException("n " + n + ": at least 1");
    }
    return of(n, ANY_PUBLISHER, 0, Long.MAX_VALUE);
  }

  /** One message. */
  public static MessageFilter message(int publisherId, long sequence) {
    checkSequence(sequence);
    return of(1, Integer.toUnsignedLong(publisherId), sequence, sequence + 1);
  }

  /** Those of every publisher from one sequence number to before another. */
  public static MessageFilter sequences(long from, long before) {
    checkSequence(from);
    if (before <= from) {
      throw new IllegalArgumentException("before " + before + ": more than from " + from);
    }
    return of(1, ANY_PUBLISHER, from, before);
  }

  /** Of these, the messages from some clients. */
  public MessageFilter from(Predicate<String> publisherClientId) {
    return new MessageFilter(
        n, publisherId, fromSequence, beforeSequence, publisherClientId, subscribers);
  }

  /** Of these, the copies for some clients. A fault of acknowledgements ignores it. */
  public MessageFilter to(Predicate<String> subscriberClientId) {
    return new MessageFilter(
        n, publisherId, fromSequence, beforeSequence, publishers, subscriberClientId);
  }

  /** The same filter, with a count of its own. */
  MessageFilter fresh() {
    return new MessageFilter(n, publisherId, fromSequence, beforeSequence, publishers, subscribers);
  }

  /** Whether the filter picks a message, whoever gets it. */
  boolean picks(BrokerMessage message) {
    return publishers.test(message.publisherClientId()) && isInRange(message) && every.picksNext();
  }

  /** Whether the filter picks one copy of a message. */
  boolean picks(BrokerMessage message, String subscriberClientId) {
    return subscribers.test(subscriberClientId) && picks(message);
  }

  /** Whether one of several filters picks a copy; each of them counts it. */
  static boolean any(
      List<MessageFilter> filters, BrokerMessage message, String subscriberClientId) {
    boolean picked = false;
    for (int i = 0; i < filters.size(); i++) {
      picked |= filters.get(i).picks(message, subscriberClientId);
    }
    return picked;
  }

  private boolean isInRange(BrokerMessage message) {
    if (publisherId == ANY_PUBLISHER && beforeSequence == Long.MAX_VALUE) {
      return true;
    }
    if (!message.hasHeader()) {
      return false;
    }
    long sequence = MessageHeader.sequence(message.word1());
    long publisher = Integer.toUnsignedLong(MessageHeader.publisherId(message.word1()));
    return sequence >= fromSequence
        && sequence < beforeSequence
        && (publisherId == ANY_PUBLISHER || publisherId == publisher);
  }

  private static void checkSequence(long sequence) {
    if (sequence < 0 || sequence > MessageHeader.MAX_SEQUENCE) {
      throw new IllegalArgumentException(
          "sequence " + sequence + ": between 0 and " + MessageHeader.MAX_SEQUENCE);
    }
  }
}
