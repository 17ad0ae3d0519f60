package io.brokerbench.testkit.broker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.testkit.broker.record.DelayedTasks;
import io.brokerbench.testkit.broker.record.EventCounters;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * Lets deliveries leave at a rate: number {@code i} of a busy time leaves at {@code t0 + ceil(i *
 * 1e9 / rate)}, so rounding does not add up. A busy time begins when a delivery comes to an idle
 * gate; an idle gate saves nothing up. Sessions that wait take turns. The rate may depend on how
 * many connections are open; when that changes, a busy time begins anew.
 */
final class RateGate {

  private static final double NANOS_PER_SECOND = 1e9;

  private final DelayedTasks alarms;
  private final NanoClock clock;
  private final EventCounters tally;
  private final Deque<OutboundQueue> waiting = new ArrayDeque<>();
  private double perSecond;
  private double alone;
  private double halving;
  private long connections;
  private long bound = Long.MAX_VALUE;
  private long startNanos;
  private long index;
  private Future<?> alarm;
  private Predicate<String> held = clientId -> false;

  RateGate(DelayedTasks alarms, NanoClock clock, EventCounters tally) {
    this.alarms = alarms;
    this.clock = clock;
    this.tally = tally;
  }

  /**
   * Sets the rate.
   *
   * @param messagesPerSecond 0 for no limit
   * @param mostQueued deliveries that may wait in the whole broker; more are dropped
   */
  void limit(double messagesPerSecond, long mostQueued) {
    limit(messagesPerSecond, mostQueued, Double.POSITIVE_INFINITY);
  }

  /**
   * Sets the rate of a broker that slows down.
   *
   * @param messagesPerSecond without a connection; 0 for no limit
   * @param connectionsThatHalve it
   */
  void limit(double messagesPerSecond, long mostQueued, double connectionsThatHalve) {
    alone = messagesPerSecond;
    halving = connectionsThatHalve;
    connections = tally.get(EventCounters.Count.CONNECTIONS_OPEN);
    perSecond = alone / (1 + connections / halving);
    bound = mostQueued;
    restart();
    if (alarm != null) {
      alarm.cancel(false);
      release();
    }
  }

  /** From now on, no delivery leaves for some clients. */
  void hold(Predicate<String> clientId) {
    held = clientId;
  }

  boolean holds(BrokerSession session) {
    return held.test(session.clientId());
  }

  private void lookAtConnections() {
    long open = tally.get(EventCounters.Count.CONNECTIONS_OPEN);
    if (open != connections) {
      connections = open;
      perSecond = alone / (1 + connections / halving);
      restart();
    }
  }

  /** Starts the schedule anew: time in which the broker was stalled is not made up for. */
  void restart() {
    startNanos = clock.nanoTime();
    index = 0;
  }

  boolean isFull() {
    return tally.get(EventCounters.Count.QUEUED) >= bound;
  }

  /** Whether a delivery may leave now; if not, the queue is notified when it is its turn. */
  boolean admits(OutboundQueue queue) {
    if (perSecond == 0) {
      return true;
    }
    lookAtConnections();
    long now = clock.nanoTime();
    if (waiting.isEmpty() && now - slot() >= 0) {
      startNanos = now;
      index = 1;
      return true;
    }
    await(queue);
    return false;
  }

  private void await(OutboundQueue queue) {
    if (queue.waitForRate()) {
      waiting.add(queue);
    }
    arm();
  }

  private OutboundQueue poll() {
    OutboundQueue queue = waiting.remove();
    queue.rateWaitOver();
    return queue;
  }

  private long slot() {
    return startNanos + (long) Math.ceil(index * NANOS_PER_SECOND / perSecond);
  }

  private void arm() {
    if (alarm == null) {
      alarm = alarms.after(slot() - clock.nanoTime(), this::release);
    }
  }

  private void release() {
    alarm = null;
    if (perSecond == 0) {
      while (!waiting.isEmpty()) {
        poll().pump();
      }
      return;
    }
    lookAtConnections();
    long now = clock.nanoTime();
    while (!waiting.isEmpty() && now - slot() >= 0) {
      OutboundQueue queue = poll();
      if (queue.canSend()) {
        index++;
        queue.sendHead();
      }
      if (queue.canSend() && queue.waitForRate()) {
        waiting.add(queue);
      }
    }
    if (!waiting.isEmpty()) {
      arm();
    }
  }
}
