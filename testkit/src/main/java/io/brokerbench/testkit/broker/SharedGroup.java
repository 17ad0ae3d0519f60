package io.brokerbench.testkit.broker;

import io.brokerbench.testkit.broker.record.EventCounters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A shared subscription: each message goes to one member, in turn over those that are online. While
 * none is, messages wait for the group if one of its members has a session that persists.
 */
final class SharedGroup {

  private final String filter;
  private final DeliveryGate gate;
  private final EventCounters tally;
  private final List<Subscription> members = new ArrayList<>();
  private final Deque<BrokerMessage> waiting = new ArrayDeque<>();
  private int next;

  SharedGroup(String filter, DeliveryGate gate, EventCounters tally) {
    this.filter = filter;
    this.gate = gate;
    this.tally = tally;
  }

  boolean matches(String topic) {
    return TopicFilter.matches(filter, topic);
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  void join(Subscription member) {
    members.removeIf(m -> m.session() == member.session());
    members.add(member);
  }

  void leave(BrokerSession session) {
    members.removeIf(m -> m.session() == session);
    if (members.isEmpty()) {
      tally.add(EventCounters.Count.QUEUED, -waiting.size());
      waiting.clear();
    }
  }

  /** Gives a message to the member whose turn it is. */
  void dispatch(BrokerMessage message) {
    if (!waiting.isEmpty() || !give(message)) {
      keep(message);
    }
  }

  /** Hands out what has waited, once a member is online. */
  void drain() {
    while (!waiting.isEmpty() && give(waiting.peek())) {
      waiting.remove();
      tally.add(EventCounters.Count.QUEUED, -1);
    }
  }

  private boolean give(BrokerMessage message) {
    if (gate.toAllMembers) {
      members.forEach(member -> gate.pass(member.session(), member.copyOf(message, this)));
      return true;
    }
    for (int i = 0; i < members.size(); i++) {
      Subscription member = members.get(next % members.size());
      next = (next + 1) % members.size();
      if (member.session().isOnline()) {
        gate.pass(member.session(), member.copyOf(message, this));
        return true;
      }
    }
    return false;
  }

  private void keep(BrokerMessage message) {
    boolean persists = members.stream().anyMatch(m -> m.session().isPersistent() && m.qos() > 0);
    if (persists && message.qos() > 0) {
      waiting.add(message);
      tally.increment(EventCounters.Count.QUEUED);
    }
  }
}
