package io.brokerbench.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.concurrent.atomic.AtomicInteger;
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
final class Responder implements ReceiverRole, CompletionListener {

  static final int MOST_UNACKNOWLEDGED = 1_000;

  private static final long PARK_NANOS = 50_000;

  private final Session session;
  private final MessageProducer producer;
  private final boolean completes;
  private final Consumer<Throwable> failures;
  private final AtomicInteger unacknowledged = new AtomicInteger();
  private volatile boolean ended;
  private byte[] rest = new byte[0];

  /**
   * Makes the producer. Waits.
   *
   * @param session of the requests
   * @param persistent whether replies are
   * @param completes whether the library calls a completion listener once the broker has a reply
   * @param failures hears of the end of the connection
   */
  Responder(Session session, boolean persistent, boolean completes, Consumer<Throwable> failures)
      throws JMSException {
    this.session = session;
    this.completes = completes;
    this.failures = failures;
    this.producer = session.createProducer(null);
    producer.setDeliveryMode(persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
    producer.setDisableMessageID(true);
    producer.setDisableMessageTimestamp(true);
  }

  @Override
  public boolean accepts(Message request, long word1) throws JMSException {
    return request.getJMSReplyTo() != null && request.getJMSCorrelationID() != null;
  }

  @Override
  public void onReported(Message request, byte[] header, int length) throws JMSException {
    Destination to = request.getJMSReplyTo();
    BytesMessage reply = session.createBytesMessage();
    reply.setJMSCorrelationID(request.getJMSCorrelationID());
    reply.writeBytes(header);
    int more = length - header.length;
    if (more > 0) {
      if (rest.length < more) {
        rest = new byte[more];
      }
      ((BytesMessage) request).readBytes(rest, more);
      reply.writeBytes(rest, 0, more);
    }
    awaitRoom();
    unacknowledged.incrementAndGet();
    if (completes) {
      producer.send(to, reply, this);
    } else {
      producer.send(to, reply);
      unacknowledged.decrementAndGet();
    }
  }

  private void awaitRoom() {
    while (unacknowledged.get() >= MOST_UNACKNOWLEDGED && !ended) {
      LockSupport.parkNanos(PARK_NANOS);
    }
  }

  /** Called by a thread of the library. */
  @Override
  public void onCompletion(Message reply) {
    unacknowledged.decrementAndGet();
  }

  /** The reply stays unacknowledged. */
  @Override
  public void onException(Message reply, Exception cause) {
    failures.accept(cause);
  }

  @Override
  public int unacknowledgedReplies() {
    return unacknowledged.get();
  }

  @Override
  public void end() {
    ended = true;
  }
}
