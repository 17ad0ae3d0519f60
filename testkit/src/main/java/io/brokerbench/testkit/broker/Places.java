package io.brokerbench.testkit.broker;

import io.brokerbench.core.measure.MessageHeader;
import java.util.HashSet;
import java.util.Set;

/** Copies of messages, named by publisher id and sequence, for one subscriber or for all. */
final class Places {

  private record Place(long word1, String subscriberClientId) {}

  private static final String EVERY_SUBSCRIBER = "";

  private final Set<Place> places = new HashSet<>();

  void add(int publisherId, long sequence) {
    add(publisherId, sequence, EVERY_SUBSCRIBER);
  }

  void add(int publisherId, long sequence, String subscriberClientId) {
    if (sequence < 0 || sequence > MessageHeader.MAX_SEQUENCE) {
      throw new IllegalArgumentException(
          "sequence " + sequence + ": between 0 and " + MessageHeader.MAX_SEQUENCE);
    }
    places.add(new Place(MessageHeader.word1(publisherId, sequence), subscriberClientId));
  }

  boolean has(Message message, String subscriberClientId) {
    return !places.isEmpty()
        && message.hasHeader()
        && (places.contains(new Place(message.word1(), EVERY_SUBSCRIBER))
            || places.contains(new Place(message.word1(), subscriberClientId)));
  }

  void clear() {
    places.clear();
  }
}
