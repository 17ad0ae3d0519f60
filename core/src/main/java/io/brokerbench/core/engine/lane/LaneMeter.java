package io.brokerbench.core.engine.lane;

import static io.brokerbench.core.result.LatencyKind.ACKNOWLEDGE;
import static io.brokerbench.core.result.LatencyKind.PACING;
import static io.brokerbench.core.result.LatencyKind.SEND_DELAY;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.base.RunNonces;
import io.brokerbench.core.engine.assignment.TimedPublishers;
import io.brokerbench.core.engine.delay.DelayMeter;
import io.brokerbench.core.engine.latency.DeliveryLatencies;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.BroadcastMeter;
import io.brokerbench.core.engine.measure.BroadcastReport;
import io.brokerbench.core.engine.measure.ConnectMeter;
import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.LatencyHistograms;
import io.brokerbench.core.engine.measure.LatencyRecorders;
import io.brokerbench.core.engine.measure.LedgerWriter;
import io.brokerbench.core.engine.measure.OutageMeter;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.scenario.Fault;
import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * All that one lane counts and times. Confined to the lane's thread; allocates once per second.
 *
 * <p>Latencies count for the steady state by the message's intended send time; rates by the instant
 * of the event itself.
 */
public final class LaneMeter {

  private final int lane;
  private final long nonce;
  private final int fanOut;
  private final boolean ownTopics;
  private final boolean keepsRetainedTopics;
  private final BacklogGauge backlog;
  private final LedgerWriter ledger;

  /** Null for a run that is alone on its broker. */
  private final RunNonces beside;

  private final IntervalSample.Collector seconds;
  private final BacklogGauge.Leasts leastBacklogs = new BacklogGauge.Leasts();
  private final DelayMeter delay;
  private final LatencyRecorders latencies = LatencyRecorders.ofMessages();
  private final DeliveryLatencies deliveryLatencies;
  private final ConnectMeter connects = new ConnectMeter();
  private final BroadcastMeter broadcast;
  private final StormMeter storm;
  private final AwaitedClients awaited;

  /** Null without slow consumers. */
  private final SlowReaders slow;

  private final Optional<Duration> faultAt;

  /** Whether connections may break without a fault, and are made again. */
  private final boolean mayBreak;

  private final TimedPublishers timed;
  private OutageMeter outage;
  private final ClientEventMeter clientEvents;

  private RunTimes times = new RunTimes(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  private boolean frozen;
  private boolean nextIsRetained;
  private final BitSet olderSessions = new BitSet();
  private long due;
  private long sent;
  private long acknowledged;
  private long unrecognised;
  private long arrivals;
  private LaneReport.Damaged damaged = LaneReport.Damaged.NONE;
  private long longestSendDelayNanos;
  private long backPressured;
  private long lateNoticeNanos;
  private long steadySent;
  private long steadyReceived;

  public LaneMeter(
      int lane,
      LaneContext context,
      DeliveryLedger deliveries,
      BacklogGauge backlog,
      Consumer<IntervalSample> intervals) {
    this.lane = lane;
    this.nonce = context.nonce();
    this.fanOut = context.scenario().promptFanOut();
    this.ownTopics = context.scenario().topology().topics().isEmpty();
    this.keepsRetainedTopics = context.scenario().keepsRetainedTopics();
    this.broadcast = BroadcastMeter.of(context.scenario());
    this.delay = DelayMeter.of(context.scenario());
    this.clientEvents = new ClientEventMeter(latencies, () -> times);
    this.awaited = new AwaitedClients(latencies, () -> times);
    this.storm = StormMeter.of(context, () -> times, latencies);
    this.slow = SlowReaders.of(context.scenario(), () -> times, latencies);
    this.faultAt = context.scenario().conditions().fault().map(Fault::at);
    this.mayBreak = context.reconnects();
    this.deliveryLatencies = new DeliveryLatencies(context.scenario(), context.share(), latencies);
    this.timed = TimedPublishers.of(context.timed(), context.scenario().topology().publishers());
    this.backlog = backlog;
    this.ledger = new LedgerWriter(deliveries, this::onDistinctDelivery);
    this.seconds = new IntervalSample.Collector(intervals);
    this.beside = context.beside().orElse(null);
  }

  public void start(RunTimes runTimes) {
    seconds.start(runTimes.start());
    plan(runTimes);
  }

  /**
   * Begins the steady state earlier than announced.
   *
   * @param now when it is said; what comes before this has counted as of the warm-up
   * @return when it ends
   */
  long beginSteadyAt(long nanos, long now) {
    lateNoticeNanos = Math.max(0, now - nanos);
    plan(times.steadyFrom(nanos));
    return times.steadyEnd();
  }

  private void plan(RunTimes runTimes) {
    times = runTimes;
    leastBacklogs.plan(runTimes);
    if (faultAt.isPresent()) {
      outage = OutageMeter.around(runTimes.steadyStart() + faultAt.get().toNanos());
    } else if (mayBreak && outage == null) {
      outage = OutageMeter.from(runTimes.start());
    }
  }

  /** Ends the steady state early. */
  void endSteadyAt(long nanos) {
    times = times.endingAt(nanos);
  }

  /** The send loop has come to a message. */
  public void onDue(long latenessNanos, long intendedNanos) {
    due++;
    latencies.record(PACING, latenessNanos, times.steadyFlag(intendedNanos));
  }

  void onBackPressured() {
    backPressured++;
  }

  public void onSent(long intendedNanos, long actualNanos) {
    sent++;
    delay.onSent(actualNanos);
    steadySent += times.steadyFlag(actualNanos);
    long late = actualNanos - intendedNanos;
    longestSendDelayNanos = Math.max(longestSendDelayNanos, late);
    latencies.record(SEND_DELAY, late, times.steadyFlag(intendedNanos));
    if (broadcast != null && times.steadyFlag(intendedNanos) == 1) {
      broadcast.onSent(intendedNanos);
    }
  }

  /** A message was acknowledged for the first time, before the freeze. */
  public void onAcknowledged(long intendedNanos, long nanos) {
    acknowledged++;
    latencies.record(ACKNOWLEDGE, nanos - intendedNanos, times.steadyFlag(intendedNanos));
  }

  /** Nothing that comes after this is counted. */
  void freeze() {
    ledger.flush();
    clientEvents.freeze();
    awaited.freeze();
    frozen = true;
  }

  public void onDelivery(
      long nanos, long word0, long word1, long word2, int payloadBytes, int consumer) {
    boolean retained = takeRetained();
    if (frozen) {
      return;
    }
    if (MessageHeader.isValid(nonce, word0, word1, word2, payloadBytes)) {
      arrivals++;
      if (storm == null) {
        ledger.record(nanos, word0, word1, word2, consumer, retained);
      } else {
        storm.onDelivery(ledger, nanos, word1, consumer);
      }
    } else if (beside != null && beside.isOfAnother(nonce, word0, word1, word2, payloadBytes)) {
      ledger.recordOfAnother();
    } else {
      onForeign(
          () -> MessageHeader.mismatch("consumer " + consumer, word1, payloadBytes),
          retained,
          consumer);
    }
  }

  SlowReaders slow() {
    return slow;
  }

  AwaitedClients awaited() {
    return awaited;
  }

  /** Null without a storm in which messages are owed. */
  public StormMeter storm() {
    return storm;
  }

  /** A message that is too short for a header, or a reply to no request; says what is wrong. */
  void onDamaged(Supplier<String> wrong, int consumer) {
    boolean retained = takeRetained();
    if (!frozen) {
      onForeign(wrong, retained, consumer);
    }
  }

  /** A consumer that comes for the first time has a session: that of another run. */
  void onOlderSession(int consumer) {
    olderSessions.set(consumer);
  }

  /** The next message comes because its topic was subscribed to. */
  void onRetained() {
    nextIsRetained = keepsRetainedTopics;
  }

  private boolean takeRetained() {
    boolean retained = nextIsRetained;
    nextIsRetained = false;
    return retained;
  }

  /**
   * A message that does not pass its check. On topics that are this run's own, only this run's
   * messages can arrive, so it was damaged; elsewhere other clients may send too, and an earlier
   * run may have left a retained message, or a session that holds some of its own.
   */
  private void onForeign(Supplier<String> wrong, boolean retained, int consumer) {
    if (ownTopics && !retained && !olderSessions.get(consumer)) {
      arrivals++;
      damaged = damaged.andOne(wrong);
    } else {
      unrecognised++;
    }
  }

  /** What clients report beside messages. */
  ClientEventMeter clientEvents() {
    return clientEvents;
  }

  ConnectMeter connects() {
    return connects;
  }

  /** A consumer that was away is back: what is older than this instant is caught up on. */
  void onReturned(int consumer, long nanos) {
    deliveryLatencies.onReturned(consumer, nanos);
  }

  private void onDistinctDelivery(
      long nanos, long intended, long sendDelayNanos, int consumer, int publisher) {
    steadyReceived += times.steadyFlag(nanos);
    if (storm != null) {
      storm.onDistinctDelivery(nanos, consumer);
    }
    if (outage != null) {
      outage.onDelivery(nanos, intended);
    }
    boolean isTimed = timed.contains(publisher);
    if (isSlow(nanos, intended, consumer, isTimed) || !isTimed) {
      return;
    }
    long latency = delay.latencyNanos(nanos - intended, sendDelayNanos);
    seconds.record(latency, latency - sendDelayNanos);
    int steady = times.steadyFlag(intended);
    if (broadcast != null && steady == 1) {
      broadcast.onDelivery(intended, latency);
    }
    deliveryLatencies.record(nanos, intended, latency, sendDelayNanos, consumer, steady);
  }

  private boolean isSlow(long nanos, long intended, int consumer, boolean isTimed) {
    return slow != null && slow.onDistinctDelivery(nanos, intended, consumer, isTimed);
  }

  /** Before a turn of the lane does anything: closes seconds that have passed. */
  public void beginTurn(long now) {
    while (seconds.isOver(now)) {
      closeSecond();
    }
  }

  /** Once per turn of the lane: enters what was collected. */
  public void endTurn(long now) {
    ledger.flush();
    delay.turn(now);
    backlog.update(lane, owed(), made());
    if (slow != null) {
      slow.update(backlog, lane, sent);
    }
    leastBacklogs.turn(now, times, backlog, lane);
  }

  /** Deliveries that the broker owes for what was done here, but for slow consumers. */
  private long owed() {
    return storm == null ? (sent - delay.waiting()) * fanOut : storm.owed();
  }

  /** Deliveries that are owed in this process, over all lanes. */
  long backlog() {
    return backlog.current();
  }

  /** Whether all that was sent may be delivered by now. */
  boolean isAllDue() {
    return delay.waiting() == 0;
  }

  private long made() {
    return ledger.received() - (slow == null ? 0 : slow.received());
  }

  private void closeSecond() {
    seconds.close(sent, acknowledged, ledger.received(), owed() - made());
  }

  public long sent() {
    return sent;
  }

  public long longestSendDelayNanos() {
    return longestSendDelayNanos;
  }

  long acknowledged() {
    return acknowledged;
  }

  public long received() {
    return ledger.received();
  }

  /** Messages of this run that came, repeated and damaged ones too. */
  long arrivals() {
    return arrivals;
  }

  /** Hands over everything. To be frozen before. */
  public LaneReport report() {
    freeze();
    if (seconds.hasStarted()) {
      closeSecond();
    }
    LatencyHistograms taken = latencies.take();
    taken.add(connects.takeLatencies());
    return new LaneReport(
        new LaneReport.Counts(
            due,
            sent,
            acknowledged,
            unrecognised,
            damaged,
            backPressured,
            steadySent,
            steadyReceived,
            clientEvents.redelivered(),
            delay.early(),
            clientEvents.browses(),
            clientEvents.browsed(),
            clientEvents.unreleased(),
            lateNoticeNanos),
        taken,
        leastBacklogs.list(),
        connects.report(),
        broadcast == null ? BroadcastReport.NONE : broadcast.report(),
        FailoverReport.NONE,
        new LatencyHistograms(),
        clientEvents.reasonCodes(),
        slow != null ? slow.report() : storm == null ? awaited.report() : storm.report());
  }

  /** The deliveries around the fault, or of the whole run. */
  FailoverReport.Deliveries outage() {
    return outage == null ? FailoverReport.Deliveries.NONE : outage.report();
  }
}
