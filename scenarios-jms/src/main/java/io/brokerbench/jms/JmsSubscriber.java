package io.brokerbench.jms;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.ClientStep;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.jms.lane.LaneEventQueue;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.Topic;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** A consumer, with a session of its own. */
final class JmsSubscriber extends JmsClient implements Subscriber {

  private final SubscriberSpec spec;
  private final SubscriberListener listener;
  private final JmsConsumers settings;
  private final SharedSubscriptionMembers subscriptions;
  private final ReplyQueues replyQueues;
  private final Supplier<JmsLink> browsing;
  private final NanoClock clock;

  /** The three of one connection; used by the threads that may wait, one after the other. */
  private Session session;

  private MessageConsumer consumer;
  private volatile JmsSessionReceiver receiver;

  /** Of the connection that there is; replaced with it. */
  private volatile LaneEventQueue inbox;

  /** Of the connection that there is; null where it does not browse. */
  private volatile JmsBrowser browser;

  /** Of a responder, over all connections. */
  private final UnacknowledgedReplies replies = new UnacknowledgedReplies();

  /** Whether the subscription is counted among those that are to be removed. */
  private boolean joined;

  JmsSubscriber(
      Parts parts, JmsConsumers settings, SubscriberSpec spec, SubscriberListener listener) {
    super(parts.link(), parts.lane(), parts.waiting(), parts.clock());
    this.spec = spec;
    this.listener = listener;
    this.settings = settings;
    this.subscriptions = parts.subscriptions();
    this.replyQueues = parts.replyQueues();
    this.browsing = parts.browsing();
    this.clock = parts.clock();
  }

  /**
   * What a subscriber is made with.
   *
   * @param link its connection
   * @param lane its thread
   * @param waiting threads that may wait
   * @param subscriptions shared ones of the driver
   * @param replyQueues temporary ones of the driver
   * @param browsing makes a connection for a browser beside it
   * @param clock of the driver
   */
  record Parts(
      JmsLink link,
      JmsLane lane,
      Executor waiting,
      SharedSubscriptionMembers subscriptions,
      ReplyQueues replyQueues,
      Supplier<JmsLink> browsing,
      NanoClock clock) {}

  @Override
  ClientListener listener() {
    return listener;
  }

  /** Once per turn of the lane. */
  void drain() {
    LaneEventQueue full = inbox;
    if (full != null) {
      full.drainTo(this::deliver);
    }
    JmsSessionReceiver current = receiver;
    if (current != null) {
      current.lossEffects().drainTo(listener::onConnectionLossEffect);
    }
  }

  private void deliver(long nanos, long word0, long word1, long word2, long tag) {
    if (isClosed()) {
      return;
    }
    if ((tag & (JmsSessionReceiver.COMMIT | JmsSessionReceiver.ACKNOWLEDGE)) != 0) {
      boolean commit = (tag & JmsSessionReceiver.COMMIT) != 0;
      listener.onStep(commit ? ClientStep.COMMIT : ClientStep.ACKNOWLEDGE, nanos, word0);
      return;
    }
    int bytes = (int) tag;
    if ((tag & JmsSessionReceiver.REDELIVERED) != 0) {
      listener.onRedelivered();
    }
    if ((tag & JmsSessionReceiver.SHORT) != 0) {
      listener.onShortPayload(nanos, bytes);
    } else if ((tag & JmsSessionReceiver.WRONG) != 0) {
      listener.onWrongProperties();
    } else {
      listener.onDelivery(nanos, word0, word1, word2, bytes);
    }
  }

  @Override
  void opened() throws JMSException {
    inbox = new LaneEventQueue();
    session = openSession(link().library().sessionMode(settings.acknowledgement()));
    receiver =
        new JmsSessionReceiver(
            link().library(), role(), spec, session, settings, inbox, clock, failures());
  }

  private ReceiverRole role() throws JMSException {
    return switch (spec.role()) {
      case CONSUMER -> ReceiverRole.CONSUMER;
      case REQUESTER -> ReceiverRole.REQUESTER;
      case RESPONDER -> responder();
    };
  }

  /** In a transaction, replies are undone with their requests, which come again. */
  private Responder responder() throws JMSException {
    boolean persistent = spec.qos() != Qos.AT_MOST_ONCE;
    boolean transacted = settings.acknowledgement() == JmsAcknowledgement.TRANSACTED;
    boolean completes = Responder.completes(link().library(), spec, settings.acknowledgement());
    Responder responder = new Responder(session, persistent, completes, replies, failures());
    if (persistent && !transacted) {
      responder.sendAgain();
    } else {
      responder.forgetAll();
    }
    return responder;
  }

  @Override
  public int unacknowledgedReplies() {
    JmsSessionReceiver current = receiver;
    return current == null ? 0 : current.unacknowledgedReplies();
  }

  @Override
  public void subscribe() {
    if (!isUp()) {
      return;
    }
    if (isSharedDurable() && !joined) {
      joined = true;
      subscriptions.join(name());
    }
    int when = epoch();
    later(
        () -> {
          try {
            consumer = consumer();
          } catch (JMSException e) {
            throw new JmsClientException(
                "the broker refused the subscription to " + spec.filter(), e);
          }
          link().deliver(session, consumer, receiver);
          browse(when);
          long granted = clock.nanoTime();
          report(when, () -> listener.onSubscribed(granted, spec.qos()));
        });
  }

  private void browse(int when) {
    spec.browseRate()
        .ifPresent(
            rate ->
                browser =
                    new JmsBrowser(
                        browsing.get(),
                        spec.filter(),
                        rate,
                        clock,
                        (nanos, latencyNanos, messages) ->
                            report(when, () -> listener.onBrowsed(nanos, latencyNanos, messages)),
                        failures()));
  }

  private MessageConsumer consumer() throws JMSException {
    String selector = selector();
    if (spec.role() == SubscriberSpec.Role.REQUESTER && settings.usesTemporaryQueues()) {
      TemporaryQueue replies = session.createTemporaryQueue();
      replyQueues.put(spec.filter(), replies);
      return session.createConsumer(replies);
    }
    if (settings.usesQueue()) {
      return session.createConsumer(session.createQueue(spec.filter()), selector);
    }
    Topic topic = session.createTopic(spec.filter());
    if (spec.sharedGroup().isPresent()) {
      return spec.persistent()
          ? session.createSharedDurableConsumer(topic, name(), selector)
          : session.createSharedConsumer(topic, name(), selector);
    }
    return spec.persistent()
        ? session.createDurableConsumer(topic, name(), selector, false)
        : session.createConsumer(topic, selector);
  }

  /** Null for all messages. */
  private String selector() {
    return spec.partition()
        .map(partition -> JmsConsumers.PARTITION_PROPERTY + " = " + partition)
        .or(settings::selector)
        .orElse(null);
  }

  /** Of its subscription. */
  private String name() {
    return spec.sharedGroup().orElse(spec.clientId());
  }

  private boolean isDurable() {
    return spec.persistent() && settings.destination() == JmsConsumers.Destination.TOPIC;
  }

  private boolean isSharedDurable() {
    return isDurable() && spec.sharedGroup().isPresent();
  }

  /** What was delivered is acknowledged, what was not goes back. */
  @Override
  void closing() throws JMSException {
    link().whileStopped(this::endSession);
  }

  private void endSession() throws JMSException {
    if (settings.acknowledgement().isBatched()) {
      if (consumer != null) {
        link().endDeliveries(consumer);
      }
      receiver.settle();
    }
    if (consumer != null) {
      consumer.close();
      consumer = null;
    }
    session.close();
  }

  @Override
  void lost() {
    JmsSessionReceiver losing = receiver;
    if (losing != null) {
      losing.onLost(true);
    }
  }

  @Override
  void interrupted() {
    JmsSessionReceiver losing = receiver;
    if (losing != null) {
      losing.onLost(false);
    }
  }

  @Override
  void gone() {
    JmsSessionReceiver ending = receiver;
    if (ending != null) {
      ending.end();
    }
    JmsBrowser walking = browser;
    if (walking != null) {
      walking.end();
    }
  }

  @Override
  void ending() {
    drain();
  }

  @Override
  public void forget() {
    endInterruption();
    boolean member = joined;
    joined = false;
    if (isUp()) {
      leave(() -> closeForGood(member));
    } else if (isClosed() && removes(member)) {
      visit(this::unsubscribe);
    } else if (isClosed()) {
      listener.onDisconnected(now(), null);
    }
  }

  /** A shared subscription with a consumer is not removed: a member has left once it is closed. */
  private void closeForGood(boolean member) throws JMSException {
    boolean removes;
    try {
      closing();
    } finally {
      removes = removes(member);
    }
    if (removes) {
      unsubscribe();
    }
  }

  /** Whether the subscription of one that has left goes with it. */
  private boolean removes(boolean member) {
    return isSharedDurable() ? member && subscriptions.leave(name()) : isDurable();
  }

  private void unsubscribe() throws JMSException {
    try (Session own = link().session(Session.AUTO_ACKNOWLEDGE)) {
      own.unsubscribe(name());
    } catch (InvalidDestinationException e) {
      // There is none, which is what was wanted.
    }
  }
}
