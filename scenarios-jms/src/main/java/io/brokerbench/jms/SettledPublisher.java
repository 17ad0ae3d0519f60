package io.brokerbench.jms;

import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.jms.lane.LaneEventQueue;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;

/** A producer whose messages the broker settles one by one. */
final class SettledPublisher extends JmsPublisher {

  private final boolean completes;

  SettledPublisher(
      JmsSubscriber.Parts parts,
      JmsConsumers settings,
      JmsProducers producers,
      PublisherSpec spec,
      PublisherListener listener) {
    super(parts, settings, producers, spec, listener);
    this.completes = parts.link().library().completes(isAcknowledged());
  }

  @Override
  int mode() {
    return Session.AUTO_ACKNOWLEDGE;
  }

  @Override
  LaneEventQueue settlements() {
    return new LaneEventQueue();
  }

  @Override
  void send(Opened on, long sequence, OutgoingMessages.Content content) throws JMSException {
    BytesMessage message = messages().message(on.producer(), on.session(), sequence, content);
    if (completes) {
      give(on.producer(), sequence, message, new Settlement(sequence, on));
    } else {
      give(on.producer(), sequence, message, null);
      on.settlements().put(now(), sequence, 0, 0, 0);
    }
  }

  @Override
  void look() {
    Opened current = current();
    if (current != null) {
      current
          .settlements()
          .drainTo((nanos, sequence, word1, word2, tag) -> settled(sequence, nanos));
    }
    notifyIfReady();
  }

  @Override
  void gone() {
    super.gone();
    Opened ending = current();
    if (ending != null) {
      ending.settlements().close();
    }
  }

  /** Called by a thread of the library. */
  private final class Settlement implements CompletionListener {

    private final long sequence;
    private final Opened on;

    Settlement(long sequence, Opened on) {
      this.sequence = sequence;
      this.on = on;
    }

    @Override
    public void onCompletion(Message message) {
      on.settlements().put(now(), sequence, 0, 0, 0);
    }

    /** A message that fails with its connection is sent again on the next. */
    @Override
    public void onException(Message message, Exception cause) {
      on.failures().accept(cause);
    }
  }
}
