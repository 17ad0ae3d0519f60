package io.brokerbench.jms;

import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.net.URI;
import org.apache.qpid.jms.JmsConnectionListener;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;

/** Hears of what the library does by itself when a node is lost, and of nothing else. */
abstract class RecoveryListener implements JmsConnectionListener {

  @Override
  public void onConnectionEstablished(URI remote) {}

  /** The exception listener hears of it too. */
  @Override
  public void onConnectionFailure(Throwable cause) {}

  @Override
  public void onInboundMessage(JmsInboundMessageDispatch envelope) {}

  @Override
  public void onSessionClosed(Session session, Throwable cause) {}

  @Override
  public void onConsumerClosed(MessageConsumer consumer, Throwable cause) {}

  @Override
  public void onProducerClosed(MessageProducer producer, Throwable cause) {}
}
