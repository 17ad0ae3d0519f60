package io.brokerbench.jms.qpid;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.jms.lane.BatchReceiver;
import io.brokerbench.jms.lane.DeliveryRefusedException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.qpid.jms.message.JmsBytesMessage;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;
import org.apache.qpid.jms.meta.JmsConsumerId;
import org.apache.qpid.jms.meta.JmsConsumerInfo;
import org.apache.qpid.jms.provider.DefaultProviderListener;
import org.apache.qpid.jms.provider.ProviderException;
import org.apache.qpid.jms.provider.amqp.message.AmqpJmsBytesMessageFacade;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens is listed in its order: deliveries, acknowledgements, and what the library gets. */
class LoopDeliveryTest {

  private static final JmsConsumerId CONSUMER = new JmsConsumerId("connection", 1, 1);
  private static final JmsConsumerId OTHER = new JmsConsumerId("connection", 2, 1);

  private final List<String> steps = new CopyOnWriteArrayList<>();
  private final List<Runnable> loop = new ArrayList<>();
  private final List<Runnable> settling = new ArrayList<>();
  private final LoopReceivers receivers = new LoopReceivers();
  private LoopDelivery delivery;

  @BeforeEach
  void connect() {
    delivery =
        new LoopDelivery(
            loop::add,
            (envelope, how, whenDone) -> steps.add(how + " " + id(envelope.getMessage())),
            new DefaultProviderListener() {
              @Override
              public void onInboundMessage(JmsInboundMessageDispatch envelope) {
                steps.add("library " + id(envelope.getMessage()));
              }
            },
            receivers);
    receivers.on(delivery);
  }

  /** Fills a batch with as many messages. */
  private final class Receiver implements BatchReceiver {

    private final int batch;
    private int messages;

    Receiver(int batch) {
      this.batch = batch;
    }

    @Override
    public void onMessage(Message message) {
      steps.add("delivered " + id(message));
      messages++;
    }

    @Override
    public boolean isBatchFull() {
      return messages >= batch;
    }

    @Override
    public void settleBatch() {
      steps.add("settled " + messages);
      messages = 0;
    }
  }

  private void addReceiver() {
    addReceiver(Integer.MAX_VALUE);
  }

  private void addReceiver(int batch) {
    receivers.add(CONSUMER, null, new Receiver(batch), settling::add);
  }

  private static String id(Message message) {
    try {
      return message.getJMSCorrelationID();
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JmsInboundMessageDispatch message(JmsConsumerId consumer, String id)
      throws JMSException {
    return message(consumer, id, Session.AUTO_ACKNOWLEDGE);
  }

  private static JmsInboundMessageDispatch message(JmsConsumerId consumer, String id, int mode)
      throws JMSException {
    JmsConsumerInfo info = new JmsConsumerInfo(consumer, null);
    info.setAcknowledgementMode(mode);
    info.setLocalMessageExpiry(true);
    JmsBytesMessage message = new JmsBytesMessage(new AmqpJmsBytesMessageFacade());
    message.setJMSCorrelationID(id);
    JmsInboundMessageDispatch envelope = new JmsInboundMessageDispatch(1);
    envelope.setConsumerId(consumer);
    envelope.setConsumerInfo(info);
    envelope.setMessage(message);
    return envelope;
  }

  private void turn() {
    runAll(loop);
  }

  private static void runAll(List<Runnable> tasks) {
    List<Runnable> due = List.copyOf(tasks);
    tasks.clear();
    due.forEach(Runnable::run);
  }

  @Test
  void eachMessageIsAcceptedWhenItsReceiverHasReturned() throws JMSException {
    addReceiver();
    delivery.onInboundMessage(message(CONSUMER, "1"));
    delivery.onInboundMessage(message(CONSUMER, "2"));
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1", "delivered 2", "ACCEPTED 2");
  }

  @Test
  void whatIsRefusedIsNotAcknowledged() throws JMSException {
    BatchReceiver ending =
        new BatchReceiver() {
          @Override
          public void onMessage(Message message) {
            steps.add("refused " + id(message));
            throw new DeliveryRefusedException(null);
          }

          @Override
          public boolean isBatchFull() {
            return false;
          }

          @Override
          public void settleBatch() {}
        };
    receivers.add(CONSUMER, null, ending, settling::add);
    delivery.onInboundMessage(message(CONSUMER, "1"));
    delivery.onInboundMessage(message(CONSUMER, "2"));
    assertThat(steps).containsExactly("refused 1", "refused 2");
  }

  @Test
  void whatCameBeforeItsReceiverIsDeliveredOnceItIsThere() throws JMSException {
    delivery.onInboundMessage(message(CONSUMER, "1"));
    delivery.onInboundMessage(message(OTHER, "a"));
    delivery.onInboundMessage(message(CONSUMER, "2"));
    assertThat(steps).isEmpty();
    addReceiver();
    assertThat(steps).as("on the loop, and on no other thread").isEmpty();
    turn();
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1", "delivered 2", "ACCEPTED 2");
  }

  @Test
  void whatCameBeforeItsReceiverIsDeliveredBeforeWhatComesNext() throws JMSException {
    delivery.onInboundMessage(message(CONSUMER, "1"));
    addReceiver();
    delivery.onInboundMessage(message(CONSUMER, "2"));
    turn();
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1", "delivered 2", "ACCEPTED 2");
  }

  @Test
  void whatHasExpiredIsRefusedAndNotDelivered() throws JMSException {
    addReceiver();
    JmsInboundMessageDispatch late = message(CONSUMER, "late");
    late.getMessage().setJMSExpiration(1);
    delivery.onInboundMessage(late);
    assertThat(steps).containsExactly("MODIFIED_FAILED_UNDELIVERABLE late");
  }

  /** The session's acknowledgement is for what was reported before it. */
  @Test
  void whatIsSettledLaterIsReportedBefore() throws JMSException {
    addReceiver(2);
    deliver("1", "2");
    runAll(settling);
    assertThat(steps)
        .containsExactly("delivered 1", "ACCEPTED 1", "delivered 2", "ACCEPTED 2", "settled 2");
  }

  @Test
  void aClientsAcknowledgementIsReportedAsDelivered() throws JMSException {
    addReceiver(2);
    delivery.onInboundMessage(message(CONSUMER, "1", Session.CLIENT_ACKNOWLEDGE));
    assertThat(steps).containsExactly("delivered 1", "DELIVERED 1");
  }

  @Test
  void messagesWaitWhileABatchIsSettled() throws JMSException {
    addReceiver(1);
    deliver("1", "2", "3");
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1");
    steps.clear();
    runAll(settling);
    assertThat(steps).as("on the loop, and on no other thread").containsExactly("settled 1");
    turn();
    assertThat(steps).containsExactly("settled 1", "delivered 2", "ACCEPTED 2");
    steps.clear();
    runAll(settling);
    turn();
    assertThat(steps).containsExactly("settled 1", "delivered 3", "ACCEPTED 3");
  }

  /** It comes again, from the next node. */
  @Test
  void whatWaitedWhenANodeWasLostIsNotDelivered() throws JMSException {
    addReceiver(1);
    deliver("1", "2");
    delivery.onConnectionFailure(new ProviderException("lost"));
    runAll(settling);
    turn();
    deliver("3");
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1", "settled 1");
  }

  /** What the next node sends first has to wait all the same. */
  @Test
  void anotherNodeWaitsForTheBatchOfTheOneBefore() throws JMSException {
    addReceiver(1);
    deliver("1");
    connect();
    deliver("1");
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1");
    steps.clear();
    runAll(settling);
    turn();
    assertThat(steps).containsExactly("settled 1", "delivered 1", "ACCEPTED 1");
  }

  @Test
  void whatHasExpiredCountsForNoBatch() throws JMSException {
    addReceiver(1);
    JmsInboundMessageDispatch late = message(CONSUMER, "late", Session.SESSION_TRANSACTED);
    late.getMessage().setJMSExpiration(1);
    delivery.onInboundMessage(late);
    assertThat(settling).isEmpty();
    assertThat(steps).containsExactly("MODIFIED_FAILED_UNDELIVERABLE late");
  }

  @Test
  @Timeout(60)
  void nothingIsDeliveredOnceItsEndWasAwaited() throws Exception {
    addReceiver(1);
    deliver("1", "2");
    Thread closing =
        new Thread(
            () -> {
              try {
                receivers.stop(CONSUMER);
                steps.add("stopped");
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    closing.start();
    while (closing.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    runAll(settling);
    closing.join();
    turn();
    deliver("3");
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1", "settled 1", "stopped");
  }

  private void deliver(String... ids) throws JMSException {
    for (String id : ids) {
      delivery.onInboundMessage(message(CONSUMER, id, Session.SESSION_TRANSACTED));
    }
  }

  @Test
  void aBrowsersMessagesAreTheLibrarys() throws JMSException {
    JmsInboundMessageDispatch browsed = message(CONSUMER, "1");
    browsed.getConsumerInfo().setBrowser(true);
    delivery.onInboundMessage(browsed);
    assertThat(steps).containsExactly("library 1");
  }

  /** What a node has sent that is lost comes again from the next one. */
  @Test
  void anotherNodeGetsNoneOfWhatWaitedAtTheOneBefore() throws JMSException {
    delivery.onInboundMessage(message(CONSUMER, "1"));
    connect();
    addReceiver();
    turn();
    delivery.onInboundMessage(message(CONSUMER, "1"));
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1");
  }
}
