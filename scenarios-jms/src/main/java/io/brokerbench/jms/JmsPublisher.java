package io.brokerbench.jms;

import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.jms.lane.LaneEventQueue;
import io.brokerbench.jms.lane.ProducerCredit;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A producer on a connection of its own. QoS 0 is non-persistent delivery, QoS 1 persistent.
 *
 * <p>Messages that the broker had not taken over when a connection ended are sent again on the next
 * one, with the same words. On the lane's thread, but for what the library's own thread reports,
 * which goes through an {@link LaneEventQueue}.
 *
 * <p>An offer never waits. A message is handed to the library, if that never waits, and only if the
 * broker has given credit for it, else to a thread that sends; beyond that it is refused.
 */
abstract class JmsPublisher extends JmsClient implements Publisher {

  /**
   * Messages without an acknowledgement that may be under way: some milliseconds of a fast link.
   */
  private static final int MOST_UNSETTLED = 1_000;

  /** Longest time that a new connection is given for its first credit. */
  private static final long FIRST_CREDIT_NANOS = 100_000_000;

  private static final long LOOK_NANOS = 100_000;

  private final PublisherSpec spec;
  private final PublisherListener listener;
  private final JmsConsumers settings;
  private final JmsProducers producers;

  private final OutgoingMessages messages;
  private final Map<Long, long[]> unsettled = new LinkedHashMap<>();
  private final int most;
  private boolean refused;

  /** Messages that were handed over on this connection. */
  private long handed;

  private volatile ProducerCredit credit = new ProducerCredit();
  private volatile Opened opened;

  /** Of messages in turn; null where all go to the one destination of the producer. */
  private volatile Destination[] destinations;

  /** Of the connection that there is; null where the lane itself sends. */
  private volatile SendQueue queue;

  JmsPublisher(
      JmsSubscriber.Parts parts,
      JmsConsumers settings,
      JmsProducers producers,
      PublisherSpec spec,
      PublisherListener listener) {
    super(parts.link(), parts.lane(), parts.waiting(), parts.clock());
    this.spec = spec;
    this.listener = listener;
    this.settings = settings;
    this.producers = producers;
    this.messages = new OutgoingMessages(spec, settings, producers, parts.replyQueues());
    this.most = isAcknowledged() ? spec.inFlightWindow() : MOST_UNSETTLED;
  }

  /** Mode of the session. */
  abstract int mode();

  /** Where the library reports what the broker has taken over; null where it does not. */
  LaneEventQueue settlements() {
    return null;
  }

  /** Sends a message whose words are kept; on the lane, or on a thread that may wait. */
  abstract void send(Opened on, long sequence, OutgoingMessages.Content content)
      throws JMSException;

  /**
   * What is of one connection. What an earlier one still reports is not taken for the next one's.
   *
   * @param session of the producer
   * @param settlements what the broker has taken over; null where that is not reported
   * @param failures hears of the end of this connection
   */
  record Opened(
      MessageProducer producer,
      Session session,
      LaneEventQueue settlements,
      Consumer<Throwable> failures) {}

  /** A message has been handed over; on the lane. */
  void handedOver() {}

  /** Once per turn of the lane. */
  abstract void look();

  /** The connection is there, and what was not taken over has been sent again. */
  void resumed() {}

  boolean isAcknowledged() {
    return spec.qos() != Qos.AT_MOST_ONCE;
  }

  JmsConsumers settings() {
    return settings;
  }

  /** Makes its messages. */
  OutgoingMessages messages() {
    return messages;
  }

  /** The connection that there is, or that there was last; null before the first. */
  Opened current() {
    return opened;
  }

  @Override
  ClientListener listener() {
    return listener;
  }

  @Override
  void opened() throws JMSException {
    Session session = openSession(mode());
    Destination[] all = destinations(session);
    // A producer of no destination in particular sends to any.
    MessageProducer made = session.createProducer(all.length == 1 ? all[0] : null);
    destinations = all.length == 1 ? null : all;
    made.setDeliveryMode(isAcknowledged() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
    made.setDisableMessageID(true);
    made.setDisableMessageTimestamp(
        producers.timeToLive().isEmpty()
            && producers.deliveryDelay().isEmpty()); // some count from it
    made.setTimeToLive(producers.timeToLive().map(Duration::toMillis).orElse(0L));
    if (producers.deliveryDelay().isPresent()) {
      made.setDeliveryDelay(producers.deliveryDelay().get().toMillis());
    }
    messages.ofNewSession();
    queue = link().library().sending().map(to -> new SendQueue(to, failures())).orElse(null);
    opened = new Opened(made, session, settlements(), failures());
  }

  private Destination[] destinations(Session session) throws JMSException {
    if (settings.usesQueue()) {
      return new Destination[] {session.createQueue(spec.topic())};
    }
    List<String> topics = spec.topics();
    Destination[] all = new Destination[topics.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = session.createTopic(topics.get(i));
    }
    return all;
  }

  /**
   * Gives a message to the library; where {@link #send} is.
   *
   * @param settlement to be called when the broker has taken it over; null to wait for that here
   */
  final void give(MessageProducer to, long sequence, Message message, CompletionListener settlement)
      throws JMSException {
    Destination[] turns = destinations;
    Destination turn = turns == null ? null : turns[(int) (sequence % turns.length)];
    if (turn == null && settlement == null) {
      to.send(message);
    } else if (turn == null) {
      to.send(message, settlement);
    } else if (settlement == null) {
      to.send(turn, message);
    } else {
      to.send(turn, message, settlement);
    }
  }

  private void handOver(long sequence, long[] words) throws JMSException {
    handed++;
    OutgoingMessages.Content content = messages.content(words);
    SendQueue steps = queue;
    Opened on = opened;
    if (steps == null) {
      send(on, sequence, content);
    } else {
      steps.add(() -> send(on, sequence, content));
    }
    handedOver();
  }

  /** Does something after the messages that were handed over, on a thread that may wait. */
  void afterMessages(SendQueue.Step step) {
    SendQueue steps = queue;
    if (steps == null) {
      later(step::run);
    } else {
      steps.add(step);
    }
  }

  /** Brokers grant credit with their answer: a publisher that is connected may offer. */
  @Override
  void prepare(JmsChannel channel) {
    ProducerCredit first = channel.credit();
    long start = now();
    while (first.limit() == 0 && now() - start < FIRST_CREDIT_NANOS) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    credit = first;
  }

  /**
   * What there is no credit for yet waits at the event loop, before all that is offered later. A
   * message without an acknowledgement is sent once: the broker may have it.
   */
  @Override
  void resume() {
    handed = 0;
    if (!isAcknowledged()) {
      unsettled.clear();
    }
    try {
      for (Map.Entry<Long, long[]> kept : unsettled.entrySet()) {
        handOver(kept.getKey(), kept.getValue());
      }
      resumed();
    } catch (JMSException e) {
      fail(new JmsClientException("messages could not be sent again", e));
    }
  }

  @Override
  public boolean offer(long sequence, long word0, long word1, long word2) {
    if (!isUp() || !hasRoom() || !mayOffer()) {
      refused = true;
      return false;
    }
    long[] words = {word0, word1, word2};
    unsettled.put(sequence, words);
    try {
      handOver(sequence, words);
      return true;
    } catch (JMSException e) {
      unsettled.remove(sequence);
      refused = true;
      onBroken(e);
      return false;
    }
  }

  private boolean hasRoom() {
    return unsettled.size() < most && handed < credit.limit();
  }

  /** Most messages that may be under way: none is accepted until the broker has taken over one. */
  int window() {
    return most;
  }

  /** Whether the broker has given credit for all that was handed over: it is written by itself. */
  boolean isCovered() {
    return handed <= credit.limit();
  }

  /** Whether a message can be sent at this moment. */
  boolean mayOffer() {
    return true;
  }

  /** The library writes at once; there is nothing to flush. */
  @Override
  public void flush() {}

  @Override
  public int unacknowledged() {
    return isAcknowledged() ? unsettled.size() : 0;
  }

  /** The broker has taken over a message. */
  void settled(long sequence, long nanos) {
    long[] words = unsettled.remove(sequence);
    if (words != null && isAcknowledged()) {
      listener.onAcknowledged(sequence, words[0], nanos);
    }
  }

  /** The broker has taken over all messages. */
  void allSettled(long nanos) {
    for (Long sequence : unsettled.keySet().toArray(Long[]::new)) {
      settled(sequence, nanos);
    }
  }

  void notifyIfReady() {
    if (refused && isUp() && hasRoom() && mayOffer()) {
      refused = false;
      listener.onReady();
    }
  }

  @Override
  void closing() throws JMSException {
    SendQueue steps = queue;
    if (steps != null) {
      steps.awaitEmpty();
    }
    complete();
    opened.session().close();
  }

  /** All messages are with the library, and the session is about to be closed; may wait. */
  void complete() throws JMSException {}

  /** Nothing of it is kept by the broker. */
  @Override
  public void forget() {
    if (isClosed()) {
      listener.onDisconnected(now(), null);
    } else {
      disconnect();
    }
  }

  @Override
  void gone() {
    SendQueue steps = queue;
    if (steps != null) {
      steps.close();
    }
  }

  @Override
  void ending() {
    look();
  }
}
