package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.engine.measure.LatencyRecorders;
import io.brokerbench.core.engine.measure.LedgerWriter;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormNames;
import io.brokerbench.core.storm.StormReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Follows what the consumers of one lane are owed in a storm. When each delivery became due is a
 * function of the client alone, so no lane asks another. Confined to the lane's thread.
 */
public final class StormMeter {

  /**
   * How much earlier than its client was due to leave a will may come where the client has another
   * machine's clock: clocks of agents differ by less.
   */
  private static final long CLOCK_TOLERANCE_NANOS = 1_000_000_000L;

  private final LatencyRecorders latencies;
  private final Storm storm;
  private final Supplier<RunTimes> times;
  private final int topics;
  private final int watchers;
  private final long delayNanos;
  private final long toleranceNanos;
  private final long[] received;
  private final long[] lastNanos;
  private final boolean[] came;
  private final StormNames.Tally unexpectedNamed = new StormNames.Tally();
  private long acts;
  private long owed;
  private long unexpected;

  private StormMeter(
      Storm storm, LaneContext context, Supplier<RunTimes> times, LatencyRecorders latencies) {
    Scenario scenario = context.scenario();
    this.toleranceNanos = context.timed().isPresent() ? CLOCK_TOLERANCE_NANOS : 0;
    this.latencies = latencies;
    this.storm = storm;
    this.times = times;
    this.topics = scenario.topology().publishers();
    this.watchers = scenario.topology().consumers();
    this.delayNanos = storm.delay(scenario.session().keepAlive()).toNanos();
    this.received = new long[scenario.topology().consumers()];
    this.lastNanos = new long[received.length];
    this.came = new boolean[received.length];
  }

  /**
   * A meter where a scenario has a storm; else null.
   *
   * @param times of the run, as they are known by now
   * @param latencies of the lane
   */
  static StormMeter of(LaneContext context, Supplier<RunTimes> times, LatencyRecorders latencies) {
    return context
        .scenario()
        .stormOfMessages()
        .map(storm -> new StormMeter(storm, context, times, latencies))
        .orElse(null);
  }

  StormKind kind() {
    return storm.kind();
  }

  /** When a client is due to act. */
  long actNanos(int client) {
    return times.get().steadyStart() + storm.offsetNanos(client);
  }

  /** When what a publisher's message, or will, owes to a consumer is due. */
  public long dueNanos(int publisher, int consumer) {
    return actNanos(storm.kind().isOfWills() ? publisher : consumer) + delayNanos;
  }

  /** Whether a consumer was not to subscribe any more, as the storm was ended before. */
  public boolean staysAway(int consumer) {
    return !storm.kind().isOfWills() && actNanos(consumer) - endNanos() >= 0;
  }

  /** A client acts. */
  void onAct(long latenessNanos) {
    latencies.record(LatencyKind.PACING, latenessNanos);
  }

  boolean isOrderly(int client) {
    return storm.isOrderly(client);
  }

  /** A consumer waits for the wills of others. */
  void onWatching(int consumer) {
    came[consumer] = true;
  }

  /** A client has left, and its will is owed to all watchers. */
  void onGone() {
    acts++;
    owed += watchers;
  }

  /** A consumer has subscribed, and is owed the latest message of each topic. */
  void onCame(int consumer) {
    came[consumer] = true;
    acts++;
    owed += topics;
  }

  /**
   * A message of this run has come. What is owed is one delivery for each publisher and consumer,
   * which is the first one in the ledger; the others are counted here.
   *
   * @param word1 publisher and sequence of the message
   */
  void onDelivery(LedgerWriter ledger, long nanos, long word1, int consumer) {
    int publisher = MessageHeader.publisherId(word1);
    if (isOwed(publisher, MessageHeader.sequence(word1), nanos)) {
      long first = MessageHeader.word1(publisher, 0);
      ledger.record(nanos, dueNanos(publisher, consumer), first, 0, consumer);
      return;
    }
    unexpected++;
    unexpectedNamed.add(publisher, consumer);
  }

  /** A will is owed from when its client has left, and not before. */
  private boolean isOwed(int publisher, long sequence, long nanos) {
    return sequence == storm.owedSequence()
        && (!storm.kind().isOfWills()
            || (!storm.isOrderly(publisher)
                && actNanos(publisher) - nanos <= toleranceNanos
                && actNanos(publisher) - endNanos() < 0));
  }

  /** When what is due is not done any more. */
  long endNanos() {
    return times.get().steadyEnd();
  }

  /** A delivery that was owed came for the first time. */
  void onDistinctDelivery(long nanos, int consumer) {
    lastNanos[consumer] = received[consumer] == 0 ? nanos : Math.max(lastNanos[consumer], nanos);
    received[consumer]++;
  }

  /** Deliveries owed so far. */
  long owed() {
    return owed;
  }

  StormReport report() {
    List<StormReport.Watcher> watchers = new ArrayList<>();
    for (int id = 0; id < received.length; id++) {
      if (came[id]) {
        long due = storm.kind().isOfWills() ? actNanos(0) : actNanos(id);
        long last = received[id] == 0 ? due : lastNanos[id];
        watchers.add(
            new StormReport.Watcher(
                id, received[id], last - due, last - times.get().steadyStart()));
      }
    }
    return new StormReport(
        acts, unexpected, unexpectedNamed.names(), watchers, StormNames.NONE, Map.of());
  }
}
