package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.driver.LastingCause;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.scenario.Qos;
import java.util.function.Supplier;

/** One consumer of a lane. */
public class ConsumerSlot extends ClientSlot implements SubscriberListener {

  private final int id;
  private final LaneMeter meter;
  private Subscriber subscriber;
  private long subscribeCallNanos;
  private boolean subscribedBefore;

  /** Whether it is to have its subscription, as far as the run has come. */
  private boolean subscribes;

  /** Whether it has asked for its subscription, and the broker has not granted it since. */
  private boolean asks;

  /** Takes over in a storm; null otherwise. */
  private SecondClient second;

  /** The client that was taken over, until its connection ends; null otherwise. */
  private Subscriber first;

  /** Whether a second client was due when its first one had no connection. */
  private boolean takeoverIsOverdue;

  public ConsumerSlot(int id, LaneLoad lane) {
    super(lane);
    this.id = id;
    this.meter = lane.meter();
  }

  public final void attach(Subscriber client) {
    this.subscriber = client;
  }

  /** The client that takes over. */
  public SubscriberListener second() {
    second = new SecondClient(this);
    return second;
  }

  public void attachSecond(Subscriber client) {
    second.attach(client);
  }

  /**
   * The second client comes with this one's id: the broker has to end this one's connection. If it
   * has none, as it broke, the second one comes once it is back.
   */
  void takeOver(long dueNanos) {
    long lateness = lane().context().clock().nanoTime() - dueNanos;
    lane().meter().awaited().onAct(id, dueNanos, lateness);
    takeoverIsOverdue = !isUp();
    if (!takeoverIsOverdue) {
      takeOver();
    }
  }

  private void takeOver() {
    first = subscriber;
    subscriber = second.client();
    onReplacing();
    subscriber.connect();
  }

  void onSessionLost() {
    lane().meter().awaited().onSessionLost(id);
  }

  /** The second client is accepted, with or without the session of the first one. */
  void onSecondConnected(long nanos, boolean sessionPresent) {
    if (isBetweenConnections()) {
      onConnected(nanos, sessionPresent);
      return;
    }
    onReplaced(nanos);
    if (!sessionPresent || asks) {
      subscribe(nanos);
    }
  }

  void onSecondEnded(long nanos, Throwable cause) {
    super.onDisconnected(nanos, cause);
  }

  void onSecondRefused(long nanos, Throwable cause) {
    if (lane().reconnects() && !(cause instanceof LastingCause)) {
      lane().meter().awaited().onFailed("a second client was refused: " + said(cause));
      onReplacementRefused(nanos);
    } else {
      lane().fail("the second client of " + name() + " could not connect: " + said(cause), cause);
    }
  }

  @Override
  public void onDisconnected(long nanos, Throwable cause) {
    if (first == null) {
      super.onDisconnected(nanos, cause);
      return;
    }
    first = null;
    lane().meter().awaited().onCame(id, nanos, said(cause));
  }

  /** A first client that the broker has never ended is closed without a goodbye. */
  @Override
  void part() {
    if (first != null) {
      first.abort();
    }
    super.part();
  }

  final int id() {
    return id;
  }

  @Override
  final Subscriber client() {
    return subscriber;
  }

  @Override
  long index() {
    return id;
  }

  @Override
  String name() {
    return "consumer " + id;
  }

  /** Subscribes; if its connection broke, once it is back. */
  final void subscribe(long now) {
    subscribes = true;
    if (isUp()) {
      asks = true;
      subscribeCallNanos = now;
      subscriber.subscribe();
    }
  }

  @Override
  boolean isPersistent() {
    return lane().context().consumersPersist();
  }

  @Override
  void forget() {
    subscriber.forget();
  }

  @Override
  public void onSubscribed(long nanos, Qos granted) {
    if (!subscribedBefore) {
      meter.clientEvents().onSubscribed(nanos - subscribeCallNanos);
    }
    subscribedBefore = true;
    asks = false;
    Qos asked = lane().context().scenario().workload().qos();
    if (granted.level() < asked.level()) {
      lane()
          .fail(
              name()
                  + " asked for QoS "
                  + asked.level()
                  + " and was granted QoS "
                  + granted.level()
                  + " only",
              null);
    }
    lane().onSubscribed();
  }

  @Override
  public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {
    meter.onDelivery(nanos, word0, word1, word2, payloadBytes, id);
  }

  @Override
  public void onRedelivered() {
    meter.clientEvents().onRedelivered();
  }

  @Override
  public void onRetained() {
    meter.onRetained();
  }

  @Override
  public void onLowerQos(int qos) {
    Qos asked = lane().context().scenario().workload().qos();
    onDamaged(() -> "%s got a message of QoS %d, not %d".formatted(name(), qos, asked.level()));
  }

  @Override
  public void onBrowsed(long nanos, long latencyNanos, long messages) {
    meter.clientEvents().onBrowsed(nanos, latencyNanos, messages);
  }

  @Override
  public void onShortPayload(long nanos, int payloadBytes) {
    onDamaged(() -> MessageHeader.tooShort(name(), payloadBytes));
  }

  @Override
  public void onWrongProperties() {
    onDamaged(
        () -> name() + " got a reply whose correlation data is of another request, or absent");
  }

  @Override
  void onOlderSession() {
    meter.onOlderSession(id);
  }

  /** A message has come otherwise than it was sent. */
  void onDamaged(Supplier<String> wrong) {
    meter.onDamaged(wrong, id);
  }

  @Override
  void onReconnected(long nanos, boolean sessionPresent) {
    if (subscribes && (!sessionPresent || asks || !subscribedBefore)) {
      subscribe(nanos); // the broker lost the session, or keeps it and does not say so
    }
    if (takeoverIsOverdue) {
      takeoverIsOverdue = false;
      takeOver();
    }
  }

  @Override
  void onReturned(long nanos, boolean sessionPresent) {
    meter.onReturned(id, nanos);
    if (!sessionPresent || asks) {
      subscribe(nanos); // the broker lost the session, or keeps it and does not say so
    }
  }
}
