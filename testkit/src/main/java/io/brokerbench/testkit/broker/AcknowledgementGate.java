package io.brokerbench.testkit.broker;

import io.brokerbench.core.measure.NanoClock;
import io.netty.handler.codec.mqtt.MqttMessageType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Future;

/** Where acknowledgements to publishers are late or held back. They never overtake each other. */
final class AcknowledgementGate {

  private record Held(
      long dueNanos, Connection connection, MqttMessageType type, int id, int reason) {}

  private final Alarms alarms;
  private final NanoClock clock;
  private final Deque<Held> queue = new ArrayDeque<>();
  private long delayNanos;
  private boolean withheld;
  private Future<?> alarm;

  AcknowledgementGate(Alarms alarms, NanoClock clock) {
    this.alarms = alarms;
    this.clock = clock;
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

  /** Sends a PUBACK or PUBCOMP, now or when it may go. */
  void pass(Connection connection, MqttMessageType type, int id, int reason) {
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
