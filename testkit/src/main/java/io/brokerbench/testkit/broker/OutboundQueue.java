package io.brokerbench.testkit.broker;

import io.brokerbench.testkit.broker.record.EventCounters;
import io.netty.handler.codec.mqtt.MqttMessageType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a session is owed: deliveries that wait, in order, and those in flight, in the order they
 * were sent, until the client has acknowledged them.
 */
final class OutboundQueue {

  private static final class InFlight {
    final Delivery delivery;
    boolean released;

    InFlight(Delivery delivery) {
      this.delivery = delivery;
    }
  }

  private final BrokerSession session;
  private final RateGate rate;
  private final EventCounters tally;
  private final Deque<Delivery> pending = new ArrayDeque<>();
  private final Map<Integer, InFlight> inFlight = new LinkedHashMap<>();
  private int window;
  private int lastId;
  private boolean waitsForRate;

  OutboundQueue(BrokerSession session, RateGate rate, EventCounters tally) {
    this.session = session;
    this.rate = rate;
    this.tally = tally;
  }

  void enqueue(Delivery delivery) {
    if (!session.isOnline() && (delivery.qos() == 0 || !session.isPersistent())) {
      return;
    }
    if (rate.isFull()) {
      tally.increment(EventCounters.Count.DROPPED);
      return;
    }
    pending.add(delivery);
    tally.increment(EventCounters.Count.QUEUED);
    pump();
  }

  /** Deliveries that have not been sent. */
  int waiting() {
    return pending.size();
  }

  /** Sends what may be sent now. */
  void pump() {
    while (canSend() && rate.admits(this)) {
      sendHead();
    }
  }

  boolean canSend() {
    return !pending.isEmpty()
        && session.isOnline()
        && !rate.holds(session)
        && session.connection().isWritable()
        && (pending.getFirst().qos() == 0 || inFlight.size() < window);
  }

  void sendHead() {
    Delivery delivery = pending.remove();
    tally.add(EventCounters.Count.QUEUED, -1);
    int id = 0;
    if (delivery.qos() > 0) {
      id = freeId();
      inFlight.put(id, new InFlight(delivery));
    }
    session.connection().publish(delivery, id, false);
    tally.increment(EventCounters.Count.DELIVERIES_SENT);
  }

  /** Takes up a session on a new connection: what is in flight goes first, again. */
  void resume(int newWindow) {
    window = newWindow;
    resend();
    pump();
  }

  /** Sends again what is in flight: PUBLISH with the DUP flag, or PUBREL. */
  void resend() {
    inFlight.forEach(
        (id, entry) -> {
          if (entry.released) {
            session.connection().reply(MqttMessageType.PUBREL, id, 0);
          } else {
            session.connection().publish(entry.delivery, id, true);
            tally.increment(EventCounters.Count.REDELIVERIES_SENT);
          }
        });
  }

  /** PUBACK, PUBREC or PUBCOMP has come. */
  void acknowledged(MqttMessageType type, int id, int reason) {
    InFlight entry = inFlight.get(id);
    if (entry == null || (type == MqttMessageType.PUBACK) != (entry.delivery.qos() == 1)) {
      session.connection().violation(type + " for packet id " + id + ", which is not in flight");
      return;
    }
    if (type == MqttMessageType.PUBREC && reason < 0x80) {
      if (entry.delivery.releases()) {
        entry.released = true;
        session.connection().reply(MqttMessageType.PUBREL, id, 0);
      }
      return;
    }
    tally.increment(EventCounters.Count.ACKNOWLEDGEMENTS_RECEIVED);
    inFlight.remove(id);
    pump();
  }

  /** Takes out what was for shared subscriptions and has not been sent. */
  List<Delivery> takeUnsentShared() {
    List<Delivery> shared = pending.stream().filter(d -> d.group() != null).toList();
    if (!shared.isEmpty() && pending.removeIf(d -> d.group() != null)) {
      tally.add(EventCounters.Count.QUEUED, -shared.size());
    }
    return shared;
  }

  /** Ends: forgets all, and hands back what another member of a shared subscription may get. */
  List<Delivery> end() {
    List<Delivery> shared = new ArrayList<>();
    for (InFlight entry : inFlight.values()) {
      if (entry.delivery.group() != null && entry.delivery.qos() == 1) {
        shared.add(entry.delivery);
      }
    }
    shared.addAll(takeUnsentShared());
    tally.add(EventCounters.Count.QUEUED, -pending.size());
    pending.clear();
    inFlight.clear();
    return shared;
  }

  /** Notes that the rate gate will call. @return false if that is known already */
  boolean waitForRate() {
    boolean news = !waitsForRate;
    waitsForRate = true;
    return news;
  }

  void rateWaitOver() {
    waitsForRate = false;
  }

  private int freeId() {
    do {
      lastId = lastId == BrokerSettings.MOST_PACKET_IDS ? 1 : lastId + 1;
    } while (inFlight.containsKey(lastId));
    return lastId;
  }
}
