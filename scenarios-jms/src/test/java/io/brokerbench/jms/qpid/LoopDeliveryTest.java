package io.brokerbench.jms.qpid;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.ArrayList;
import java.util.List;
import org.apache.qpid.jms.message.JmsBytesMessage;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;
import org.apache.qpid.jms.meta.JmsConsumerId;
import org.apache.qpid.jms.meta.JmsConsumerInfo;
import org.apache.qpid.jms.provider.DefaultProviderListener;
import org.apache.qpid.jms.provider.amqp.message.AmqpJmsBytesMessageFacade;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens is listed in its order: deliveries, acknowledgements, and what the library gets. */
class LoopDeliveryTest {

  private static final JmsConsumerId CONSUMER = new JmsConsumerId("connection", 1, 1);
  private static final JmsConsumerId OTHER = new JmsConsumerId("connection", 2, 1);

  private final List<String> steps = new ArrayList<>();
  private final List<Runnable> loop = new ArrayList<>();
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

  private MessageListener receiver() {
    return message -> steps.add("delivered " + id(message));
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
    JmsConsumerInfo info = new JmsConsumerInfo(consumer, null);
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
    List<Runnable> due = List.copyOf(loop);
    loop.clear();
    due.forEach(Runnable::run);
  }

  @Test
  void eachMessageIsAcceptedWhenItsReceiverHasReturned() throws JMSException {
    receivers.add(CONSUMER, receiver());
    delivery.onInboundMessage(message(CONSUMER, "1"));
    delivery.onInboundMessage(message(CONSUMER, "2"));
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1", "delivered 2", "ACCEPTED 2");
  }

  @Test
  void whatCameBeforeItsReceiverIsDeliveredOnceItIsThere() throws JMSException {
    delivery.onInboundMessage(message(CONSUMER, "1"));
    delivery.onInboundMessage(message(OTHER, "a"));
    delivery.onInboundMessage(message(CONSUMER, "2"));
    assertThat(steps).isEmpty();
    receivers.add(CONSUMER, receiver());
    assertThat(steps).as("on the loop, and on no other thread").isEmpty();
    turn();
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1", "delivered 2", "ACCEPTED 2");
  }

  @Test
  void whatCameBeforeItsReceiverIsDeliveredBeforeWhatComesNext() throws JMSException {
    delivery.onInboundMessage(message(CONSUMER, "1"));
    receivers.add(CONSUMER, receiver());
    delivery.onInboundMessage(message(CONSUMER, "2"));
    turn();
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1", "delivered 2", "ACCEPTED 2");
  }

  @Test
  void whatHasExpiredIsRefusedAndNotDelivered() throws JMSException {
    receivers.add(CONSUMER, receiver());
    JmsInboundMessageDispatch late = message(CONSUMER, "late");
    late.getMessage().setJMSExpiration(1);
    delivery.onInboundMessage(late);
    assertThat(steps).containsExactly("MODIFIED_FAILED_UNDELIVERABLE late");
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
    receivers.add(CONSUMER, receiver());
    turn();
    delivery.onInboundMessage(message(CONSUMER, "1"));
    assertThat(steps).containsExactly("delivered 1", "ACCEPTED 1");
  }
}
