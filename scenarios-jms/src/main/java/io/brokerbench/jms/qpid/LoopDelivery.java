package io.brokerbench.jms.qpid;

import jakarta.jms.MessageListener;
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
 * what a message costs that comes alone. What is sent to the broker is the same: a message is
 * accepted when its receiver has returned, and one that has expired is refused.
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

  /** What came before its receiver was there; of the event loop. */
  private final Map<JmsConsumerId, Queue<JmsInboundMessageDispatch>> early = new HashMap<>();

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
    JmsConsumerId consumer = envelope.getConsumerId();
    if (envelope.getConsumerInfo().isBrowser()) {
      library.onInboundMessage(envelope);
      return;
    }
    MessageListener receiver = receivers.of(consumer);
    if (receiver == null) {
      early.computeIfAbsent(consumer, id -> new ArrayDeque<>()).add(envelope);
      return;
    }
    deliverEarly(consumer, receiver);
    deliver(envelope, receiver);
  }

  /** A receiver is there. Any thread. */
  void onAdded(JmsConsumerId consumer) {
    loop.execute(
        () -> {
          MessageListener receiver = receivers.of(consumer);
          if (receiver != null) {
            deliverEarly(consumer, receiver);
          }
        });
  }

  private void deliverEarly(JmsConsumerId consumer, MessageListener receiver) {
    if (early.isEmpty()) {
      return;
    }
    Queue<JmsInboundMessageDispatch> waiting = early.remove(consumer);
    if (waiting != null) {
      waiting.forEach(envelope -> deliver(envelope, receiver));
    }
  }

  private void deliver(JmsInboundMessageDispatch envelope, MessageListener receiver) {
    JmsConsumerInfo consumer = envelope.getConsumerInfo();
    boolean expired = consumer.isLocalMessageExpiry() && envelope.getMessage().isExpired();
    if (!expired) {
      receiver.onMessage(envelope.getMessage());
    }
    try {
      acknowledging.acknowledge(
          envelope,
          expired ? ACK_TYPE.MODIFIED_FAILED_UNDELIVERABLE : ACK_TYPE.ACCEPTED,
          NoOpAsyncResult.INSTANCE);
    } catch (ProviderException e) {
      // The connection has failed then, which is reported by itself.
    }
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
