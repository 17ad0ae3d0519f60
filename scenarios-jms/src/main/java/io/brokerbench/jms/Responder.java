package io.brokerbench.jms;

import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.jms.lane.DeliveryRefusedException;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Replies to each request in the session that it came in: to its {@code JMSReplyTo}, with its
 * {@code JMSCorrelationID} and its whole payload.
 *
 * <p>At most {@value #MOST_UNACKNOWLEDGED} replies are with the library and not with the broker
 * yet. Beyond that the session's thread waits, as an application's does: requests wait where they
 * are then, as many as the prefetch at the client and the others at the broker.
 */
final class Responder implements ReceiverRole {

  static final int MOST_UNACKNOWLEDGED = 1_000;

  private static final long PARK_NANOS = 50_000;

  private final Session session;
  private final MessageProducer producer;
  private final boolean completes;
  private final UnacknowledgedReplies unacknowledged;
  private final Consumer<Throwable> failures;
  private volatile boolean ended;
  private byte[] rest = new byte[0];

  /**
   * Whether a completion listener is called once the broker has taken over a reply. Else it has
   * done so when the call that sends returns, or does so with the transaction.
   */
  static boolean completes(
      JmsLibrary library, SubscriberSpec spec, JmsAcknowledgement acknowledgement) {
    boolean comesBack = spec.persistent() && library.marksProducers();
    return acknowledgement != JmsAcknowledgement.TRANSACTED
        && !comesBack
        && library.completes(spec.qos() != Qos.AT_MOST_ONCE);
  }

  /**
   * Makes the producer. Waits.
   *
   * @param session of the requests
   * @param persistent whether replies are
   * @param completes whether the library calls a completion listener once the broker has a reply
   * @param unacknowledged of this responder, those of earlier connections included
   * @param failures hears of the end of the connection
   */
  Responder(
      Session session,
      boolean persistent,
      boolean completes,
      UnacknowledgedReplies unacknowledged,
      Consumer<Throwable> failures)
      throws JMSException {
    this.session = session;
    this.completes = completes;
    this.unacknowledged = unacknowledged;
    this.failures = failures;
    this.producer = session.createProducer(null);
    producer.setDeliveryMode(persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
    producer.setDisableMessageID(true);
    producer.setDisableMessageTimestamp(true);
  }

  /**
   * Sends again, in their order, what the broker had not taken over when earlier connections ended.
   * Before anything else is sent; may wait.
   */
  void sendAgain() throws JMSException {
    for (Map.Entry<Long, UnacknowledgedReplies.Reply> kept : unacknowledged.all().entrySet()) {
      UnacknowledgedReplies.Reply reply = kept.getValue();
      String queue = ((Queue) reply.to()).getQueueName();
      send(session.createQueue(queue), kept.getKey(), reply);
    }
  }

  /** Drops what the broker had not taken over then: it was undone, or may be lost. */
  void forgetAll() {
    unacknowledged.all().keySet().forEach(unacknowledged::remove);
  }

  @Override
  public boolean accepts(Message request, long word1) throws JMSException {
    return request.getJMSReplyTo() != null && request.getJMSCorrelationID() != null;
  }

  @Override
  public void onReported(Message request, byte[] header, int length) throws JMSException {
    UnacknowledgedReplies.Reply reply =
        new UnacknowledgedReplies.Reply(
            request.getJMSReplyTo(),
            request.getJMSCorrelationID(),
            payload(request, header, length));
    awaitRoom();
    long number;
    synchronized (this) {
      if (ended) {
        throw new DeliveryRefusedException(null); // it comes again
      }
      number = unacknowledged.add(reply);
    }
    send(reply.to(), number, reply);
  }

  private byte[] payload(Message request, byte[] header, int length) throws JMSException {
    byte[] payload = Arrays.copyOf(header, length);
    int more = length - header.length;
    if (more > 0) {
      if (rest.length < more) {
        rest = new byte[more];
      }
      if (((BytesMessage) request).readBytes(rest, more) < more) {
        throw new JMSException("the request ends before its length says so");
      }
      System.arraycopy(rest, 0, payload, header.length, more);
    }
    return payload;
  }

  private void send(Destination to, long number, UnacknowledgedReplies.Reply reply)
      throws JMSException {
    BytesMessage message = session.createBytesMessage();
    message.setJMSCorrelationID(reply.correlation());
    message.writeBytes(reply.payload());
    if (completes) {
      producer.send(to, message, new Completion(number));
    } else {
      producer.send(to, message);
      unacknowledged.remove(number);
    }
  }

  private void awaitRoom() {
    while (unacknowledged.size() >= MOST_UNACKNOWLEDGED && !ended) {
      LockSupport.parkNanos(PARK_NANOS);
    }
  }

  @Override
  public int unacknowledgedReplies() {
    return unacknowledged.size();
  }

  /** A reply that is added before this is there when the next connection is opened. */
  @Override
  public synchronized void end() {
    ended = true;
  }

  /** Called by a thread of the library. */
  private final class Completion implements CompletionListener {

    private final long number;

    Completion(long number) {
      this.number = number;
    }

    @Override
    public void onCompletion(Message reply) {
      unacknowledged.remove(number);
    }

    /** The reply stays unacknowledged. */
    @Override
    public void onException(Message reply, Exception cause) {
      failures.accept(cause);
    }
  }
}
