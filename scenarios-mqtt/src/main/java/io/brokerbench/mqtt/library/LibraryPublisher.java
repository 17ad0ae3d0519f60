package io.brokerbench.mqtt.library;

import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.payload.ProofPlace;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.swarm.InFlightMessages;
import io.brokerbench.mqtt.swarm.codec.PublishTemplate;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/**
 * A publisher on a link.
 *
 * <p>Libraries queue without a bound, so the bounds are here: the in-flight window with QoS 1 and
 * 2, and with QoS 0 what the library has not yet written. Messages that were in flight when a
 * connection ended are published again on the next one, with the same words; its session is a new
 * one, so they are new messages to the broker.
 */
final class LibraryPublisher extends LibraryClient implements Publisher {

  /** Bytes of QoS 0 messages that may wait in the library: some milliseconds of a fast link. */
  private static final int UNWRITTEN_BYTES = 256 * 1024;

  private static final int NO_SLOT = 0;
  private static final int MOST_UNWRITTEN = 1_000;

  private final PublisherSpec spec;
  private final PublisherListener listener;
  private final InFlightMessages inFlight;
  private final int mostUnwritten;
  private final int topics;
  private volatile boolean refused;

  /** A publisher; nothing is connected yet. */
  LibraryPublisher(
      LinkSettings settings, Link link, PublisherSpec spec, PublisherListener listener) {
    super(settings, link);
    this.spec = spec;
    this.topics = spec.topics().size();
    this.listener = listener;
    this.inFlight = isAcknowledged() ? new InFlightMessages(spec.inFlightWindow()) : null;
    this.mostUnwritten =
        Math.min(MOST_UNWRITTEN, Math.max(2, UNWRITTEN_BYTES / spec.payloadBytes()));
  }

  private boolean isAcknowledged() {
    return spec.qos() != Qos.AT_MOST_ONCE;
  }

  @Override
  ClientListener listener() {
    return listener;
  }

  @Override
  boolean isPersistent() {
    return false;
  }

  @Override
  void accepted(AcceptedConnection accepted) throws ClientException {
    if (accepted.maximumQos() < spec.qos().level()) {
      throw new ClientException(
          "the broker supports QoS "
              + accepted.maximumQos()
              + " at most, not "
              + spec.qos().level());
    }
    if (settings().driver().mqtt5().usesTopicAliases() && accepted.topicAliasMaximum() == 0) {
      throw new ClientException("the broker allows no topic aliases (session.mqtt5.topicAliases)");
    }
    if (accepted.maximumPacketBytes() < mostBytes()) {
      throw new ClientException(
          "the broker accepts packets of "
              + accepted.maximumPacketBytes()
              + " bytes at most, and these have "
              + mostBytes());
    }
    if (isAcknowledged()) {
      inFlight.narrow(accepted.receiveMaximum());
      for (int slot : inFlight.inOrder()) {
        boolean taken =
            publish(
                slot,
                inFlight.sequence(slot),
                inFlight.word(0, slot),
                inFlight.word(1, slot),
                inFlight.word(2, slot));
        if (!taken) {
          throw new ClientException("the library does not accept the messages again");
        }
      }
    }
  }

  /** Length of the longest packet. */
  private int mostBytes() {
    DriverSettings driver = settings().driver();
    return Stream.of(PublishTemplate.ofTopics(spec, driver.protocol(), driver.mqtt5()))
        .mapToInt(PublishTemplate::bytes)
        .max()
        .orElseThrow();
  }

  @Override
  public boolean offer(long sequence, long word0, long word1, long word2) {
    if (!isUp() || (isFull() && isFullForSure())) {
      refused = true;
      return false;
    }
    if (!isAcknowledged()) {
      unwritten().incrementAndGet();
      return publish(NO_SLOT, sequence, word0, word1, word2) || withdraw(-1);
    }
    int slot = inFlight.add(sequence, word0, word1, word2);
    return publish(slot, sequence, word0, word1, word2) || withdraw(slot);
  }

  private boolean publish(int slot, long sequence, long word0, long word1, long word2) {
    return link()
        .publish(
            slot,
            (int) (sequence % topics),
            spec.provesByProperty() ? ProofPlace.text(word0, word1, word2) : null,
            payload(word0, word1, word2));
  }

  private boolean withdraw(int slot) {
    if (slot < 0) {
      unwritten().decrementAndGet();
    } else {
      inFlight.remove(slot);
    }
    refused = true;
    return false;
  }

  private boolean isFull() {
    return isAcknowledged() ? inFlight.isFull() : unwritten().get() >= mostUnwritten;
  }

  /** Looks again, as the library may have written just before the flag was set. */
  private boolean isFullForSure() {
    refused = true;
    boolean full = isFull();
    refused = full;
    return full;
  }

  private byte[] payload(long word0, long word1, long word2) {
    if (spec.form().isPresent()) {
      return spec.form().get().stamped(word0, word1, word2).clone();
    }
    byte[] payload = new byte[spec.bytesOf(word1)];
    if (spec.provesByProperty()) {
      return payload;
    }
    ByteBuffer.wrap(payload).putLong(word0).putLong(word1).putLong(word2);
    return payload;
  }

  /** The library wakes its own threads for each message; there is nothing to be flushed. */
  @Override
  public void flush() {}

  /** With the publisher's own QoS, as its link has no other one; the slot is no message's. */
  @Override
  public void clearRetained() {
    if (isUp()) {
      for (int topic = 0; topic < topics; topic++) {
        unwritten().incrementAndGet();
        link().publish(NO_SLOT, topic, null, new byte[0]);
      }
    }
  }

  @Override
  public int unacknowledged() {
    return isAcknowledged() ? inFlight.size() : 0;
  }

  @Override
  void acknowledged(int slot, long nanos) {
    if (inFlight.contains(slot)) {
      long sequence = inFlight.sequence(slot);
      long intended = inFlight.word(0, slot);
      inFlight.remove(slot);
      listener.onAcknowledged(sequence, intended, nanos);
    }
    notifyIfReady();
  }

  /** The lane is asked only if a publisher waits, and when there is room for some. */
  @Override
  void room(int left) {
    if (refused && left <= mostUnwritten / 2) {
      settings().lane().execute(this::notifyIfReady);
    }
  }

  private void notifyIfReady() {
    if (refused && isUp() && !isFull()) {
      refused = false;
      listener.onReady();
    }
  }
}
