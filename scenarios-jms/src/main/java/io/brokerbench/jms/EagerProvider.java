package io.brokerbench.jms;

import jakarta.jms.Session;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;
import org.apache.qpid.jms.meta.JmsConsumerId;
import org.apache.qpid.jms.meta.JmsConsumerInfo;
import org.apache.qpid.jms.provider.AsyncResult;
import org.apache.qpid.jms.provider.NoOpAsyncResult;
import org.apache.qpid.jms.provider.ProviderConstants.ACK_TYPE;
import org.apache.qpid.jms.provider.ProviderException;
import org.apache.qpid.jms.provider.ProviderFutureFactory;
import org.apache.qpid.jms.provider.amqp.AmqpProvider;
import org.apache.qpid.jms.transports.Transport;

/**
 * Speaks AMQP, and lets no session wait for an acknowledgement to be taken note of. By itself the
 * library hands each message to the event loop twice more after it was delivered, once as delivered
 * and once as accepted, and the session's thread sleeps until the loop has done so: four wake-ups
 * that a consumer has no use for. Here the loop is told once, in the same order, and nobody waits;
 * what is sent to the broker is the same. Messages that came settled need no answer at all, and are
 * told of many at a time, for the sake of the credit.
 *
 * <p>An acknowledgement that can't be sent has no one to be told to: the connection has failed
 * then, and says so by itself.
 */
final class EagerProvider extends AmqpProvider {

  private static final int MOST_SETTLED = 100;

  /** Share of the credit that may be out while settled messages wait to be told of. */
  private static final int CREDIT_SHARE = 10;

  private final Map<JmsConsumerId, List<JmsInboundMessageDispatch>> settled =
      new ConcurrentHashMap<>();

  EagerProvider(URI remote, Transport transport, ProviderFutureFactory futures) {
    super(remote, transport, futures);
  }

  @Override
  public void acknowledge(JmsInboundMessageDispatch envelope, ACK_TYPE type, AsyncResult whenDone)
      throws ProviderException {
    JmsConsumerInfo consumer = envelope.getConsumerInfo();
    boolean automatic = consumer.getAcknowledgementMode() == Session.AUTO_ACKNOWLEDGE;
    if (type == ACK_TYPE.ACCEPTED && consumer.isPresettle()) {
      settle(envelope, consumer);
    } else if (type == ACK_TYPE.ACCEPTED || (type == ACK_TYPE.DELIVERED && !automatic)) {
      super.acknowledge(envelope, type, NoOpAsyncResult.INSTANCE);
    } else if (type != ACK_TYPE.DELIVERED) {
      super.acknowledge(envelope, type, whenDone);
      return;
    }
    whenDone.onSuccess();
  }

  /** Of each consumer by one thread at a time, that of its session. */
  private void settle(JmsInboundMessageDispatch envelope, JmsConsumerInfo consumer)
      throws ProviderException {
    List<JmsInboundMessageDispatch> waiting =
        settled.computeIfAbsent(envelope.getConsumerId(), id -> new ArrayList<>());
    waiting.add(envelope);
    if (waiting.size() >= Math.min(MOST_SETTLED, consumer.getPrefetchSize() / CREDIT_SHARE)) {
      for (JmsInboundMessageDispatch each : waiting) {
        super.acknowledge(each, ACK_TYPE.ACCEPTED, NoOpAsyncResult.INSTANCE);
      }
      waiting.clear();
    }
  }
}
