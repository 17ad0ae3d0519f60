package io.brokerbench.jms;

import io.brokerbench.core.driver.ClientStep;
import io.brokerbench.core.driver.ConnectionLossEffect;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/**
 * A producer whose messages are sent in transactions: of the scenario's number of messages, of as
 * many as its window takes, where that is less, or of fewer when no more come for {@value
 * #IDLE_NANOS} ns. While one is committed, offers are refused.
 */
final class TransactedPublisher extends JmsPublisher {

  private static final long IDLE_NANOS = 20_000_000;

  private int open;
  private boolean committing;
  private long latest;

  TransactedPublisher(
      JmsSubscriber.Parts parts,
      JmsConsumers settings,
      JmsProducers producers,
      PublisherSpec spec,
      PublisherListener listener) {
    super(parts, settings, producers, spec, listener);
  }

  @Override
  int mode() {
    return Session.SESSION_TRANSACTED;
  }

  @Override
  boolean mayOffer() {
    return !committing && open < settings().batch();
  }

  @Override
  void send(Opened on, long sequence, OutgoingMessages.Content content) throws JMSException {
    give(
        on.producer(),
        sequence,
        messages().message(on.producer(), on.session(), sequence, content),
        null);
  }

  @Override
  void handedOver() {
    latest = now();
    open++;
    if (isFull()) {
      commit();
    }
  }

  /** Nothing more goes into the transaction: a full window empties with the commit alone. */
  private boolean isFull() {
    return open >= Math.min(settings().batch(), window());
  }

  /** What was sent again is a transaction that may have been longer. */
  @Override
  void resume() {
    open = 0;
    committing = false;
    super.resume();
  }

  /** A transaction is committed once the broker takes all of its messages. */
  private void commit() {
    if (committing || !isCovered()) {
      return;
    }
    open = 0;
    committing = true;
    int when = epoch();
    Session of = current().session();
    afterMessages(
        () -> {
          long start = now();
          of.commit();
          long nanos = now();
          report(when, () -> committed(nanos, nanos - start));
        });
  }

  private void committed(long nanos, long latencyNanos) {
    committing = false;
    listener().onStep(ClientStep.COMMIT, nanos, latencyNanos);
    allSettled(nanos);
    notifyIfReady();
  }

  @Override
  void look() {
    boolean due = isFull() || (open > 0 && now() - latest > IDLE_NANOS);
    if (due && isUp()) {
      commit();
    }
    notifyIfReady();
  }

  @Override
  void lost() {
    if (committing) {
      listener().onConnectionLossEffect(ConnectionLossEffect.TRANSACTION_IN_DOUBT, 1);
    } else if (open > 0) {
      listener().onConnectionLossEffect(ConnectionLossEffect.TRANSACTION_UNDONE, 1);
    }
  }

  @Override
  void complete() throws JMSException {
    current().session().commit();
  }
}
