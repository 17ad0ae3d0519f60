package io.brokerbench.testkit.broker;

import static io.netty.handler.codec.mqtt.MqttMessageType.PUBACK;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBCOMP;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBREC;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.testkit.broker.record.DelayedTasks;
import io.brokerbench.testkit.broker.record.EventCounters;
import io.netty.handler.codec.mqtt.MqttMessageType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;

/**
 * Where acknowledgements to publishers are wrong, late or held back. Those that are only late for
 * all or held back never overtake each other.
 */
final class AcknowledgementGate {

  /** What is wrong with the acknowledgement of one message. */
  enum Fault {
    NEVER,
    NEVER_RECEIVED,
    WRONG_ID,
    RECEIVED_WITH_WRONG_ID,
    WRONG_TYPE,
    TWICE,
    LATE
  }

  /** A fault and which messages it is for. */
  record Rule(MessageFilter which, Fault fault, long delayNanos) {}

  private record Held(
      long dueNanos, Connection connection, MqttMessageType type, int id, int reason) {}

  private static final int MOST_PACKET_IDS = BrokerSettings.MOST_PACKET_IDS;

  private final DelayedTasks alarms;
  private final NanoClock clock;
  private final EventCounters tally;
  private final List<Rule> rules = new ArrayList<>();
  private final Deque<Held> queue = new ArrayDeque<>();
  private long delayNanos;
  private boolean withheld;
  private Future<?> alarm;

  AcknowledgementGate(DelayedTasks alarms, NanoClock clock, EventCounters tally) {
    this.alarms = alarms;
    this.clock = clock;
    this.tally = tally;
  }

  void add(MessageFilter which, Fault fault, long faultDelayNanos) {
    rules.add(new Rule(which.fresh(), fault, faultDelayNanos));
  }

  void delay(long nanos) {
    delayNanos = nanos;
  }

  void withhold(boolean newWithheld) {
    withheld = newWithheld;
    if (alarm != null) {
      alarm.cancel(false);
    }
    release();
  }

  /** Takes all faults back, and sends what is held. */
  void clear() {
    rules.clear();
    delay(0);
    withhold(false);
  }

  /** A PUBLISH of QoS 1 or 2 has come: sends the PUBACK or PUBREC, now or when it may go. */
  void received(Connection connection, BrokerMessage message, int id, int reason) {
    Rule rule = rules.isEmpty() ? null : ruleFor(message);
    if (message.qos() == 1) {
      pass(connection, rule, PUBACK, id, reason);
      return;
    }
    if (rule == null) {
      connection.session().acknowledgementRules().remove(id);
    } else {
      connection.session().acknowledgementRules().put(id, rule);
    }
    receipt(connection, rule, id, reason);
  }

  /** A PUBLISH of QoS 2 has come again. */
  void receivedAgain(Connection connection, int id) {
    receipt(connection, connection.session().acknowledgementRules().get(id), id, 0);
  }

  /** A PUBREL has come: sends the PUBCOMP, now or when it may go. */
  void released(Connection connection, int id, int reason) {
    pass(connection, connection.session().acknowledgementRules().get(id), PUBCOMP, id, reason);
  }

  private Rule ruleFor(BrokerMessage message) {
    Rule first = null;
    for (Rule rule : rules) {
      if (rule.which().picks(message) && first == null) {
        first = rule;
      }
    }
    return first;
  }

  private void receipt(Connection connection, Rule rule, int id, int reason) {
    Fault fault = rule == null ? null : rule.fault();
    if (fault == Fault.NEVER_RECEIVED) {
      tally.increment(EventCounters.Count.ACKNOWLEDGEMENTS_OMITTED);
    } else {
      boolean wrong = fault == Fault.RECEIVED_WITH_WRONG_ID;
      connection.reply(PUBREC, wrong ? wrongId(id) : id, reason);
    }
  }

  private void pass(Connection connection, Rule rule, MqttMessageType type, int id, int reason) {
    Fault fault = rule == null ? null : rule.fault();
    if (fault == null) {
      pass(connection, type, id, reason);
      return;
    }
    switch (fault) {
      case NEVER -> tally.increment(EventCounters.Count.ACKNOWLEDGEMENTS_OMITTED);
      case WRONG_ID -> {
        connection.acknowledged(id);
        pass(connection, type, wrongId(id), reason);
      }
      case WRONG_TYPE -> pass(connection, type == PUBACK ? PUBCOMP : PUBACK, id, reason);
      case TWICE -> {
        pass(connection, type, id, reason);
        pass(connection, type, id, reason);
      }
      case LATE -> {
        Future<?> unused =
            alarms.after(rule.delayNanos(), () -> pass(connection, type, id, reason));
      }
      case NEVER_RECEIVED, RECEIVED_WITH_WRONG_ID -> pass(connection, type, id, reason);
    }
  }

  private void pass(Connection connection, MqttMessageType type, int id, int reason) {
    if (delayNanos == 0 && !withheld && queue.isEmpty()) {
      connection.acknowledge(type, id, reason);
      return;
    }
    long due = clock.nanoTime() + delayNanos;
    if (!queue.isEmpty()) {
      due = Math.max(due, queue.getLast().dueNanos());
    }
    queue.add(new Held(due, connection, type, id, reason));
    arm();
  }

  /** Another packet id, half of the range away. */
  private static int wrongId(int id) {
    return (id + MOST_PACKET_IDS / 2 - 1) % MOST_PACKET_IDS + 1;
  }

  private void arm() {
    if (alarm == null && !withheld && !queue.isEmpty()) {
      alarm = alarms.after(queue.getFirst().dueNanos() - clock.nanoTime(), this::release);
    }
  }

  private void release() {
    alarm = null;
    long now = clock.nanoTime();
    while (!withheld && !queue.isEmpty() && queue.getFirst().dueNanos() - now <= 0) {
      Held held = queue.remove();
      held.connection().acknowledge(held.type(), held.id(), held.reason());
    }
    arm();
  }
}
