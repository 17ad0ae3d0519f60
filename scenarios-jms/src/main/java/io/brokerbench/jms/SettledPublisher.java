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
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

/** A producer whose messages the broker settles one by one. */
final class SettledPublisher extends JmsPublisher {

  private final boolean completes;
  private volatile LaneEventQueue settlements = new LaneEventQueue();

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
  void opened() throws JMSException {
    settlements = new LaneEventQueue();
    super.opened();
  }

  @Override
  void send(MessageProducer on, Session of, long sequence, Content content) throws JMSException {
    BytesMessage message = message(on, of, sequence, content);
    if (completes) {
      give(on, sequence, message, new Settlement(sequence, settlements));
    } else {
      LaneEventQueue inbox = settlements;
      give(on, sequence, message, null);
      inbox.put(now(), sequence, 0, 0, 0);
    }
  }

  @Override
  void look() {
    settlements.drainTo((nanos, sequence, word1, word2, tag) -> settled(sequence, nanos));
    notifyIfReady();
  }

  @Override
  void gone() {
    super.gone();
    settlements.close();
  }

  /** Called by a thread of the library. */
  private final class Settlement implements CompletionListener {

    private final long sequence;
    private final LaneEventQueue inbox;

    Settlement(long sequence, LaneEventQueue inbox) {
      this.sequence = sequence;
      this.inbox = inbox;
    }

    @Override
    public void onCompletion(Message message) {
      inbox.put(now(), sequence, 0, 0, 0);
    }

    /** A message that fails with its connection is sent again on the next. */
    @Override
    public void onException(Message message, Exception cause) {
      onBroken(cause);
    }
  }
}
