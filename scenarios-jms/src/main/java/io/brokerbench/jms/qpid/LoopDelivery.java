package io.brokerbench.jms.qpid;

import io.brokerbench.jms.lane.DeliveryRefusedException;
import jakarta.jms.Session;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;
import org.apache.qpid.jms.message.JmsOutboundMessageDispatch;
import org.apache.qpid.jms.meta.JmsConsumerId;
import org.apache.qpid.jms.meta.JmsConsumerInfo;
import org.apache.qpid.jms.meta.JmsResource;
import org.apache.qpid.jms.provider.AsyncResult;
import org.apache.qpid.jms.provider.NoOpAsyncResult;
import org.apache.qpid.jms.provider.Provider;
import org.apache.qpid.jms.provider.ProviderConstants.ACK_TYPE;
import org.apache.qpid.jms.provider.ProviderException;
import org.apache.qpid.jms.provider.ProviderListener;

/**
 * Gives messages to {@link LoopReceivers} on the event loop that has read them. By itself the
 * library hands each message to the thread of its session, which is woken for it: about a third of
 * what a message costs that comes alone. What is sent to the broker is the same: where each message
 * is settled by itself it is accepted when its receiver has returned, and one that has expired is
 * refused. Where the session acknowledges or commits batches, a thread that may wait does so for
 * each, and the messages that come meanwhile wait here.
 *
 * <p>No lock of the library is taken on the event loop: it holds some of them while it waits for
 * the loop.
 *
 * <p>Of one node; its messages come on one thread.
 */
final class LoopDelivery implements ProviderListener {

  /** Acknowledges a message. */
  @FunctionalInterface
  interface Acknowledging {
    void acknowledge(JmsInboundMessageDispatch envelope, ACK_TYPE how, AsyncResult whenDone)
        throws ProviderException;
  }

  private final Executor loop;
  private final Acknowledging acknowledging;
  private final ProviderListener library;
  private final LoopReceivers receivers;

  /** Whether the node is lost; what it still sends, or has sent, is not delivered. */
  private volatile boolean over;

  /** What its consumer has not taken yet; of the event loop. */
  private final Map<JmsConsumerId, Queue<JmsInboundMessageDispatch>> waiting = new HashMap<>();

  /**
   * Of one node.
   *
   * @param loop the node's event loop
   * @param library hears of all else
   */
  LoopDelivery(
      Executor loop,
      Acknowledging acknowledging,
      ProviderListener library,
      LoopReceivers receivers) {
    this.loop = loop;
    this.acknowledging = acknowledging;
    this.library = library;
    this.receivers = receivers;
  }

  @Override
  public void onInboundMessage(JmsInboundMessageDispatch envelope) {
    if (envelope.getConsumerInfo().isBrowser()) {
      library.onInboundMessage(envelope);
      return;
    }
    JmsConsumerId consumer = envelope.getConsumerId();
    waiting.computeIfAbsent(consumer, id -> new ArrayDeque<>()).add(envelope);
    deliver(consumer);
  }

  /** A consumer was added, or is idle again. Any thread. */
  void onIdle(JmsConsumerId consumer) {
    loop.execute(() -> deliver(consumer));
  }

  /** As many as it takes, in their order. */
  private void deliver(JmsConsumerId id) {
    LoopConsumer consumer = receivers.of(id);
    Queue<JmsInboundMessageDispatch> messages = waiting.get(id);
    if (consumer == null || messages == null) {
      return;
    }
    if (over || consumer.isStopped()) {
      messages.clear(); // they come again, from the next node or to the next consumer
    }
    while (!messages.isEmpty() && consumer.begin()) {
      try {
        deliver(messages.remove(), consumer);
      } finally {
        consumer.delivered(() -> receivers.deliverWhatWaits(id));
      }
    }
  }

  private void deliver(JmsInboundMessageDispatch envelope, LoopConsumer consumer) {
    JmsConsumerInfo info = envelope.getConsumerInfo();
    boolean expired = info.isLocalMessageExpiry() && envelope.getMessage().isExpired();
    if (!expired && !isTaken(envelope, consumer)) {
      return;
    }
    try {
      acknowledging.acknowledge(
          envelope,
          expired ? ACK_TYPE.MODIFIED_FAILED_UNDELIVERABLE : usual(info.getAcknowledgementMode()),
          NoOpAsyncResult.INSTANCE);
    } catch (ProviderException e) {
      // The connection has failed then, which is reported by itself.
    }
  }

  /** One that is not belongs to a connection that ends, and comes again. */
  private static boolean isTaken(JmsInboundMessageDispatch envelope, LoopConsumer consumer) {
    try {
      consumer.onMessage(envelope);
      return true;
    } catch (DeliveryRefusedException e) {
      return false;
    }
  }

  /** How a message is reported that was delivered, and that nothing else happens to. */
  static ACK_TYPE usual(int mode) {
    return mode == Session.CLIENT_ACKNOWLEDGE ? ACK_TYPE.DELIVERED : ACK_TYPE.ACCEPTED;
  }

  @Override
  public void onCompletedMessageSend(JmsOutboundMessageDispatch envelope) {
    library.onCompletedMessageSend(envelope);
  }

  @Override
  public void onFailedMessageSend(JmsOutboundMessageDispatch envelope, ProviderException cause) {
    library.onFailedMessageSend(envelope, cause);
  }

  @Override
  public void onConnectionInterrupted(URI remote) {
    library.onConnectionInterrupted(remote);
  }

  @Override
  public void onConnectionRecovery(Provider next) throws Exception {
    library.onConnectionRecovery(next);
  }

  @Override
  public void onConnectionRecovered(Provider next) throws Exception {
    library.onConnectionRecovered(next);
  }

  @Override
  public void onConnectionRestored(URI remote) {
    library.onConnectionRestored(remote);
  }

  @Override
  public void onConnectionEstablished(URI remote) {
    library.onConnectionEstablished(remote);
  }

  @Override
  public void onConnectionFailure(ProviderException cause) {
    over = true;
    library.onConnectionFailure(cause);
  }

  @Override
  public void onResourceClosed(JmsResource resource, ProviderException cause) {
    library.onResourceClosed(resource, cause);
  }

  @Override
  public void onProviderException(ProviderException cause) {
    library.onProviderException(cause);
  }
}
