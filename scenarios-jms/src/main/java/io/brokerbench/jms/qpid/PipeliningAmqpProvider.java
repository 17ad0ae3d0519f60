package io.brokerbench.jms.qpid;

import io.brokerbench.jms.lane.ProducerCredit;
import io.netty.buffer.ByteBuf;
import jakarta.jms.Session;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;
import org.apache.qpid.jms.message.JmsOutboundMessageDispatch;
import org.apache.qpid.jms.meta.JmsConsumerId;
import org.apache.qpid.jms.meta.JmsConsumerInfo;
import org.apache.qpid.jms.meta.JmsProducerInfo;
import org.apache.qpid.jms.meta.JmsResource;
import org.apache.qpid.jms.meta.JmsSessionId;
import org.apache.qpid.jms.meta.JmsTransactionInfo;
import org.apache.qpid.jms.provider.AsyncResult;
import org.apache.qpid.jms.provider.NoOpAsyncResult;
import org.apache.qpid.jms.provider.ProviderConstants.ACK_TYPE;
import org.apache.qpid.jms.provider.ProviderException;
import org.apache.qpid.jms.provider.ProviderFutureFactory;
import org.apache.qpid.jms.provider.ProviderListener;
import org.apache.qpid.jms.provider.amqp.AmqpConsumer;
import org.apache.qpid.jms.provider.amqp.AmqpProducer;
import org.apache.qpid.jms.provider.amqp.AmqpProvider;
import org.apache.qpid.jms.provider.exceptions.ProviderExceptionSupport;
import org.apache.qpid.jms.transports.Transport;

/**
 * Speaks AMQP, and lets no session wait for its event loop.
 *
 * <p><b>Acknowledgements.</b> By itself the library hands each message to the event loop twice more
 * after it was delivered, once as delivered and once as accepted, and the session's thread sleeps
 * until the loop has done so: four wake-ups that a consumer has no use for. Here no thread waits,
 * and the loop is notified once for each message, in the same order; and once for many where
 * nothing depends on it yet: for those that came settled, which are reported for the credit; before
 * the session acknowledges them; and before a transaction is committed. What the broker gets is the
 * same. An acknowledgement that cannot be sent needs no report: the connection has failed then,
 * which is reported by itself.
 *
 * <p><b>Deliveries.</b> {@link LoopDelivery} hands messages over on the event loop.
 *
 * <p><b>Messages.</b> By itself the library lets the sending thread sleep until the event loop has
 * written its message, and for as long as the broker gives no credit. Here messages lie in a queue,
 * and the loop writes them in their order, as far as the credit goes. {@link ProducerCredit} says
 * how far that is, so that the producer hands over no more. A commit waits for the messages before
 * it. A connection has one producer at most.
 */
final class PipeliningAmqpProvider extends AmqpProvider {

  /** Messages of a consumer that wait to be reported together. */
  private static final int MOST_UNREPORTED = 100;

  /** Share of the credit that they may hold back. */
  private static final int CREDIT_SHARE = 10;

  /** Each list is its own lock: a session may be closed while messages come. */
  private final Map<JmsConsumerId, List<JmsInboundMessageDispatch>> unreported =
      new ConcurrentHashMap<>();

  private final ProducerCredit credit;
  private final LoopReceivers receivers;
  private final Queue<JmsOutboundMessageDispatch> handed = new ConcurrentLinkedQueue<>();

  /** Whether the event loop is going to look at what was handed over. */
  private final AtomicBoolean scheduled = new AtomicBoolean();

  private volatile AmqpProducer producer;

  /** A commit that waits for messages, of the event loop; null for none. */
  private Runnable heldCommit;

  /** Whether the library listens; from then on it may only end that. */
  private boolean listenedTo;

  PipeliningAmqpProvider(
      URI remote, Transport transport, ProviderFutureFactory futures, ChannelWatch watch) {
    super(remote, transport, futures);
    this.credit = watch.credit();
    this.receivers = watch.receivers();
  }

  /** What a node that has failed still sends goes nowhere. */
  @Override
  public void setProviderListener(ProviderListener library) {
    if (listenedTo || !receivers.isInUse()) {
      super.setProviderListener(library);
      return;
    }
    listenedTo = true;
    LoopDelivery delivery = new LoopDelivery(this::onLoop, this::acknowledge, library, receivers);
    super.setProviderListener(delivery);
    receivers.on(delivery);
  }

  /** Does something on the event loop, unless the connection is closed. Any thread. */
  private void onLoop(Runnable action) {
    try {
      scheduleExecuteAndPump(action);
    } catch (RejectedExecutionException e) {
      // There is no loop any more, and nothing comes.
    }
  }

  @Override
  public void create(JmsResource resource, AsyncResult whenDone) throws ProviderException {
    super.create(
        resource,
        resource instanceof JmsProducerInfo info ? new ProducerMade(info, whenDone) : whenDone);
  }

  @Override
  public void send(JmsOutboundMessageDispatch envelope, AsyncResult whenDone)
      throws ProviderException {
    if (!envelope.isSendAsync()) {
      super.send(envelope, whenDone);
      return;
    }
    whenDone.onSuccess(); // before it is written, so that its completion finds its listener
    handed.add(envelope);
    if (scheduled.compareAndSet(false, true)) {
      scheduleExecuteAndPump(
          () -> {
            scheduled.set(false);
            writeWhatMayBeWritten();
          });
    }
  }

  /** Credit comes with what is read. */
  @Override
  public void onData(ByteBuf input) {
    super.onData(input);
    writeWhatMayBeWritten();
  }

  private void writeWhatMayBeWritten() {
    AmqpProducer current = producer;
    if (current == null) {
      return;
    }
    while (current.getEndpoint().getCredit() > 0 && !handed.isEmpty()) {
      write(current, handed.remove());
    }
    credit.onCredit(current.getEndpoint().getCredit());
    Runnable commit = heldCommit;
    if (commit != null && handed.isEmpty()) {
      heldCommit = null;
      commit.run();
    }
  }

  private void write(AmqpProducer current, JmsOutboundMessageDispatch envelope) {
    credit.onWritten();
    try {
      current.send(envelope, NoOpAsyncResult.INSTANCE);
    } catch (ProviderException | RuntimeException e) {
      ProviderException cause = ProviderExceptionSupport.createNonFatalOrPassthrough(e);
      if (envelope.isCompletionRequired()) {
        getProviderListener().onFailedMessageSend(envelope, cause);
      } else {
        getProviderListener().onProviderException(cause);
      }
    }
  }

  @Override
  public void commit(JmsTransactionInfo transaction, JmsTransactionInfo next, AsyncResult whenDone)
      throws ProviderException {
    reportAll(transaction.getSessionId());
    if (producer == null) {
      super.commit(transaction, next, whenDone);
      return;
    }
    scheduleExecuteAndPump(
        () -> {
          heldCommit = () -> commitNow(transaction, next, whenDone);
          writeWhatMayBeWritten();
        });
  }

  private void commitNow(
      JmsTransactionInfo transaction, JmsTransactionInfo next, AsyncResult whenDone) {
    try {
      super.commit(transaction, next, whenDone);
    } catch (ProviderException e) {
      whenDone.onFailure(e);
    }
  }

  @Override
  public void rollback(
      JmsTransactionInfo transaction, JmsTransactionInfo next, AsyncResult whenDone)
      throws ProviderException {
    reportAll(transaction.getSessionId());
    super.rollback(transaction, next, whenDone);
  }

  @Override
  public void acknowledge(JmsSessionId session, ACK_TYPE type, AsyncResult whenDone)
      throws ProviderException {
    reportAll(session);
    super.acknowledge(session, type, whenDone);
  }

  @Override
  public void acknowledge(JmsInboundMessageDispatch envelope, ACK_TYPE type, AsyncResult whenDone)
      throws ProviderException {
    JmsConsumerInfo consumer = envelope.getConsumerInfo();
    int mode = consumer.getAcknowledgementMode();
    if (type == LoopDelivery.usual(mode)
        && (consumer.isPresettle() || mode != Session.AUTO_ACKNOWLEDGE)) {
      keep(envelope, consumer);
    } else if (type == ACK_TYPE.ACCEPTED) {
      super.acknowledge(envelope, type, NoOpAsyncResult.INSTANCE);
    } else if (type != ACK_TYPE.DELIVERED) {
      super.acknowledge(envelope, type, whenDone);
      return;
    }
    whenDone.onSuccess();
  }

  private void keep(JmsInboundMessageDispatch envelope, JmsConsumerInfo consumer) {
    List<JmsInboundMessageDispatch> kept =
        unreported.computeIfAbsent(envelope.getConsumerId(), id -> new ArrayList<>());
    synchronized (kept) {
      kept.add(envelope);
      if (kept.size() >= Math.min(MOST_UNREPORTED, consumer.getPrefetchSize() / CREDIT_SHARE)) {
        report(kept);
      }
    }
  }

  /** Before the session says what becomes of them. */
  private void reportAll(JmsSessionId session) {
    unreported.forEach(
        (consumer, kept) -> {
          if (consumer.getParentId().equals(session)) {
            synchronized (kept) {
              report(kept);
            }
          }
        });
  }

  private void report(List<JmsInboundMessageDispatch> kept) {
    if (kept.isEmpty()) {
      return;
    }
    List<JmsInboundMessageDispatch> reported = List.copyOf(kept);
    kept.clear();
    scheduleExecuteAndPump(
        () -> {
          for (JmsInboundMessageDispatch each : reported) {
            AmqpConsumer consumer = (AmqpConsumer) each.getConsumerId().getProviderHint();
            consumer.acknowledge(
                each, LoopDelivery.usual(each.getConsumerInfo().getAcknowledgementMode()));
          }
        });
  }

  /** Takes note of the producer when the broker has accepted it; on the event loop. */
  private final class ProducerMade implements AsyncResult {

    private final JmsProducerInfo info;
    private final AsyncResult whenDone;

    ProducerMade(JmsProducerInfo info, AsyncResult whenDone) {
      this.info = info;
      this.whenDone = whenDone;
    }

    @Override
    public void onSuccess() {
      producer = (AmqpProducer) info.getId().getProviderHint();
      whenDone.onSuccess();
    }

    @Override
    public void onFailure(ProviderException cause) {
      whenDone.onFailure(cause);
    }

    @Override
    public boolean isComplete() {
      return whenDone.isComplete();
    }
  }
}
