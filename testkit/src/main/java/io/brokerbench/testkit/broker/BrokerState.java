package io.brokerbench.testkit.broker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.testkit.broker.record.BrokerJournal;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import io.brokerbench.testkit.broker.record.DelayedTasks;
import io.brokerbench.testkit.broker.record.EventCounters;
import io.brokerbench.testkit.broker.record.Stalls;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The broker's state: sessions, subscriptions, retained messages, connections. All of it belongs to
 * the event loop.
 */
final class BrokerState {

  private record Plan(long afterNanos, Runnable task) {}

  private static final long KEEP_ALIVE_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final BrokerSettings settings;
  private final DelayedTasks alarms;
  private final NanoClock clock;
  private final EventCounters tally;
  private final BrokerJournal journal;
  private final DeliveryGate deliveryGate;
  private final RateGate rateGate;
  private final AcknowledgementGate acknowledgementGate;
  private final Stalls stalls;
  private final Flusher flusher;
  private final SubscriptionTable subscriptions;
  private final FaultSwitches switches = new FaultSwitches();
  private final Map<String, BrokerSession> sessions = new HashMap<>();
  private final Map<String, BrokerMessage> retained = new LinkedHashMap<>();
  private final Set<Connection> connections = new HashSet<>();
  private final List<Plan> plans = new ArrayList<>();
  private final List<Future<?>> planned = new ArrayList<>();

  BrokerState(
      BrokerSettings settings,
      EventLoop loop,
      EventCounters tally,
      BrokerJournal journal,
      Stalls stalls) {
    this.settings = settings;
    this.alarms = new DelayedTasks(loop, journal);
    this.clock = NanoClock.SYSTEM;
    this.tally = tally;
    this.journal = journal;
    this.stalls = stalls;
    this.deliveryGate = new DeliveryGate(alarms, tally, sessions.values());
    this.rateGate = new RateGate(alarms, clock, tally);
    this.acknowledgementGate = new AcknowledgementGate(alarms, clock, tally);
    this.flusher = new Flusher(loop);
    this.subscriptions = new SubscriptionTable(deliveryGate, tally);
  }

  BrokerSettings settings() {
    return settings;
  }

  DelayedTasks alarms() {
    return alarms;
  }

  NanoClock clock() {
    return clock;
  }

  EventCounters tally() {
    return tally;
  }

  BrokerJournal journal() {
    return journal;
  }

  DeliveryGate deliveryGate() {
    return deliveryGate;
  }

  RateGate rateGate() {
    return rateGate;
  }

  AcknowledgementGate acknowledgementGate() {
    return acknowledgementGate;
  }

  Flusher flusher() {
    return flusher;
  }

  FaultSwitches switches() {
    return switches;
  }

  Set<Connection> connections() {
    return connections;
  }

  /** Does nothing, on the loop, for a time. */
  void stall(long nanos) {
    flusher.flush();
    stalls.stall(nanos);
    rateGate.restart();
  }

  /** Does something a time after the next PUBLISH; once. */
  void plan(long afterNanos, Runnable task) {
    plans.add(new Plan(afterNanos, task));
  }

  /** Starts the clock of what was planned. */
  void publishArrived() {
    if (plans.isEmpty()) {
      return;
    }
    plans.forEach(plan -> planned.add(alarms.after(plan.afterNanos(), plan.task())));
    plans.clear();
  }

  /** Begins to look after keep-alive. */
  void open() {
    Future<?> unused = alarms.every(KEEP_ALIVE_CHECK_NANOS, this::enforceKeepAlive);
  }

  /** Closes the connections whose clients have been silent for too long. */
  private void enforceKeepAlive() {
    long now = clock.nanoTime();
    for (Connection connection : List.copyOf(connections)) {
      connection.enforceKeepAlive(now, stalls.lastEndNanos());
    }
  }

  /** Sends a message to all whom it concerns. @return whether there were any */
  boolean route(BrokerMessage message) {
    if (message.retain() && switches.retainedDelayNanos > 0) {
      Future<?> unused = alarms.after(switches.retainedDelayNanos, () -> retain(message));
    } else if (message.retain()) {
      retain(message);
    }
    SubscriptionTable.Route route = subscriptions.route(message.topic());
    for (Subscription subscription : route.plain()) {
      boolean own = subscription.session().clientId().equals(message.publisherClientId());
      if (!(own && subscription.option().isNoLocal())) {
        deliveryGate.pass(subscription.session(), subscription.copyOf(message, null));
      }
    }
    for (SharedGroup group : route.groups()) {
      group.dispatch(message);
    }
    return !route.plain().isEmpty() || !route.groups().isEmpty();
  }

  /** For those who subscribe later; an empty message removes what there is. */
  private void retain(BrokerMessage message) {
    if (message.isEmpty()) {
      retained.remove(message.topic());
    } else if (!switches.keepsRetained(message) || !retained.containsKey(message.topic())) {
      retained.put(message.topic(), message);
    }
  }

  /** Publishes the will of a client that is gone, unless a fault withholds it. */
  void publishWill(BrokerMessage will) {
    if (!switches.wrongs(switches.everyWillWithheld, will.publisherClientId())) {
      boolean unused = route(will);
    }
  }

  BrokerSession session(String clientId) {
    return sessions.get(clientId);
  }

  /** By their client ids. */
  Set<String> sessions() {
    return Set.copyOf(sessions.keySet());
  }

  /** By their topics. */
  Set<String> retained() {
    return Set.copyOf(retained.keySet());
  }

  BrokerSession newSession(String clientId) {
    BrokerSession session = new BrokerSession(clientId, rateGate, tally);
    sessions.put(clientId, session);
    return session;
  }

  /** The session's client is there again: it gets what is in flight, then what has waited. */
  void resume(BrokerSession session, int window) {
    session.out().resume(window);
    for (Subscription subscription : session.subscriptions().values()) {
      if (subscription.isShared()) {
        subscriptions.group(subscription.address()).drain();
      }
    }
  }

  /** The session's client is gone. */
  void suspend(BrokerSession session) {
    int absence = session.leave();
    tally.connectionClosed();
    if (!session.isPersistent()) {
      end(session);
      return;
    }
    hand(session.out().takeUnsentShared());
    if (session.expirySeconds() < ConnectRecord.NEVER) {
      long expiry = TimeUnit.SECONDS.toNanos(session.expirySeconds());
      Future<?> unused = alarms.after(expiry, () -> endIfStillAway(session, absence));
    }
  }

  private void endIfStillAway(BrokerSession session, int absence) {
    if (session.isAway(absence) && sessions.get(session.clientId()) == session) {
      end(session);
    }
  }

  /** Forgets a session. */
  void end(BrokerSession session) {
    sessions.remove(session.clientId(), session);
    deliveryGate.forget(session);
    session.subscriptions().values().forEach(subscriptions::remove);
    session.subscriptions().clear();
    hand(session.out().end());
  }

  private static void hand(List<Delivery> shared) {
    for (Delivery delivery : shared) {
      delivery.group().dispatch(delivery.message());
    }
  }

  /** Adds a subscription, or replaces the one of the same address. @return whether it is new */
  boolean subscribe(Subscription subscription) {
    BrokerSession session = subscription.session();
    boolean isNew = session.subscriptions().put(subscription.address(), subscription) == null;
    subscriptions.add(subscription);
    return isNew;
  }

  boolean unsubscribe(BrokerSession session, String address) {
    Subscription subscription = session.subscriptions().remove(address);
    if (subscription != null) {
      subscriptions.remove(subscription);
    }
    return subscription != null;
  }

  /** Sends a new subscription the retained messages, or what has waited for a shared one. */
  void sendOwed(Subscription subscription) {
    if (subscription.isShared()) {
      subscriptions.group(subscription.address()).drain();
      return;
    }
    for (BrokerMessage message : new ArrayList<>(retained.values())) {
      if (subscription.matches(message.topic())) {
        int qos = Math.min(message.qos(), subscription.qos());
        deliveryGate.pass(
            subscription.session(),
            new Delivery(message, qos, true, null, subscription.identifier()));
      }
    }
  }

  /** Sends some clients no deliveries from now on, and the others what they are owed. */
  void holdDeliveries(Predicate<String> clientId) {
    rateGate.hold(clientId);
    sessions.values().forEach(session -> session.out().pump());
  }

  /** Takes back every fault that can be taken back. */
  void clearFaults() {
    switches.clear();
    plans.clear();
    planned.forEach(task -> task.cancel(false));
    planned.clear();
    holdDeliveries(clientId -> false);
    rateGate.limit(0, Long.MAX_VALUE);
    acknowledgementGate.clear();
    deliveryGate.clear();
  }
}
