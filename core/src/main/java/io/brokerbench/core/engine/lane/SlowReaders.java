package io.brokerbench.core.engine.lane;

import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.LatencyRecorders;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.ArrivalSchedule;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.SlowConsumers;
import io.brokerbench.core.storm.SlowReport;
import io.brokerbench.core.storm.StormNames;
import io.brokerbench.core.storm.StormReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Lets the slow consumers of one lane take a fraction of the messages that fall due, and counts
 * what they get apart from what the others get. Once the load has ended they take all. Confined to
 * the lane's thread.
 */
final class SlowReaders {

  private final SlowConsumers which;
  private final LatencyRecorders latencies;
  private final Supplier<RunTimes> times;
  private final ArrivalSchedule schedule;
  private final boolean[] slow;
  private final int count;
  private final long[] received;
  private final long[] lastNanos;
  private List<ConsumerSlot> own = List.of();
  private final List<ConsumerSlot> acting = new ArrayList<>();

  /** Messages that had been due when each of those began to be slow. */
  private final List<Long> dueBefore = new ArrayList<>();

  private final StormNames.Tally ended = new StormNames.Tally();
  private final Map<String, Long> ends = new HashMap<>();
  private long due;
  private long receivedOfAll;
  private long endedCount;
  private long othersEnded;
  private boolean released;

  private SlowReaders(
      Scenario scenario,
      SlowConsumers which,
      Supplier<RunTimes> times,
      LatencyRecorders latencies) {
    int consumers = scenario.topology().consumers();
    this.which = which;
    this.latencies = latencies;
    this.times = times;
    this.schedule = scenario.schedule().orElseThrow();
    this.slow = new boolean[consumers];
    this.received = new long[consumers];
    this.lastNanos = new long[consumers];
    this.count = which.count(consumers);
    for (int id = 0; id < consumers; id++) {
      slow[id] = which.isSlow(id);
    }
  }

  /**
   * Of a lane, where a scenario has slow consumers; else null.
   *
   * @param times of the run, as they are known by now
   */
  static SlowReaders of(Scenario scenario, Supplier<RunTimes> times, LatencyRecorders latencies) {
    return scenario
        .slowConsumers()
        .map(which -> new SlowReaders(scenario, which, times, latencies))
        .orElse(null);
  }

  /** Those of the lane's consumers that are slow. */
  List<ConsumerSlot> among(List<ConsumerSlot> consumers) {
    own = consumers.stream().filter(consumer -> slow[consumer.id()]).toList();
    return own;
  }

  /** When a consumer begins to be slow: as a storm has it, counted among the slow ones. */
  int number(ConsumerSlot consumer) {
    return which.below(consumer.id());
  }

  /** A consumer is slow from now on. */
  void begin(ConsumerSlot consumer, long nanos) {
    countDue(nanos);
    acting.add(consumer);
    dueBefore.add(due);
    consumer.client().allow(0);
  }

  /** Lets each take its share of what is due by now. */
  void turn(long now) {
    if (released) {
      return;
    }
    if (now - times.get().steadyEnd() >= 0) {
      released = true;
      acting.forEach(consumer -> consumer.client().allow(Long.MAX_VALUE));
      return;
    }
    countDue(now);
    for (int i = 0; i < acting.size(); i++) {
      acting.get(i).client().allow((long) ((due - dueBefore.get(i)) * which.takes()));
    }
  }

  private void countDue(long now) {
    while (times.get().start() + schedule.offsetNanos(due) - now <= 0) {
      due++;
    }
  }

  /**
   * A delivery came for the first time.
   *
   * @param isTimed whether the clock of its publisher is known here
   * @return whether its consumer is a slow one
   */
  boolean onDistinctDelivery(long nanos, long intended, int consumer, boolean isTimed) {
    if (!slow[consumer]) {
      return false;
    }
    received[consumer]++;
    receivedOfAll++;
    lastNanos[consumer] = Math.max(lastNanos[consumer], nanos);
    if (isTimed) {
      latencies.record(LatencyKind.STORM, nanos - intended, times.get().steadyFlag(intended));
    }
    return true;
  }

  /** Distinct deliveries to slow consumers. */
  long received() {
    return receivedOfAll;
  }

  /** Publishes what is owed to slow consumers, and has not come. */
  void update(BacklogGauge gauge, int lane, long sent) {
    gauge.slow().update(lane, sent * count, receivedOfAll);
  }

  /**
   * A connection has ended, and not on purpose.
   *
   * @param client among all clients, consumers first
   */
  void onBroken(long client, String reason) {
    if (client >= slow.length || !slow[(int) client]) {
      othersEnded++;
      return;
    }
    endedCount++;
    AwaitedClients.count(ends, reason);
    ended.add((int) client, (int) client);
  }

  StormReport report() {
    List<StormReport.Watcher> watchers = new ArrayList<>();
    for (ConsumerSlot consumer : own) {
      int id = consumer.id();
      long start = times.get().steadyStart();
      long last = Math.max(0, lastNanos[id] - start);
      watchers.add(new StormReport.Watcher(id, received[id], last, last));
    }
    return new StormReport(
        acting.size(),
        endedCount,
        ended.names(),
        watchers,
        StormNames.NONE,
        ends,
        new SlowReport(Map.of(), othersEnded, 0));
  }
}
