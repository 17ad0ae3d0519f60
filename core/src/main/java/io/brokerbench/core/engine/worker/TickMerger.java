package io.brokerbench.core.engine.worker;

import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.RunTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Merges the ticks of several workers into one view of the run. Belongs to the rig's thread.
 *
 * <p>Only ticks of the same period are added up, once all workers have reported theirs: numbers of
 * different instants would show deliveries without their sends, or take a run for drained that is
 * not. A period that one worker missed is left out.
 *
 * <p>The backlog is what is owed for what all have done, less what all have received. It is known
 * at each tick, 20 ms apart, so the high-water mark misses what comes and goes in between; and as
 * the workers look up to {@value #MAX_SPREAD_NANOS} ns apart, it is off by as many messages as are
 * sent in that time. Ticks that are further apart make no mark. The trend takes them, up to {@value
 * #TREND_NANOS} ns, where a tenth of a second has none that is closer: it asks for half a second of
 * load. What slow consumers are owed has a mark of its own, and is in no trend.
 */
final class TickMerger {

  static final long MAX_SPREAD_NANOS = 4_000_000;

  private static final long TREND_NANOS = 100_000_000;

  /** Workers look every 20 ms. */
  static final long FRESH_NANOS = 500_000_000;

  private final int workers;
  private final TreeMap<Long, Row> rows = new TreeMap<>();
  private final List<Long> leasts = new ArrayList<>();
  private Row latest = new Row();
  private RunTimes times = new RunTimes(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  private long trendPart = -1;
  private boolean trendIsClose;
  private long highWaterMark;
  private long slowHighWaterMark;

  /** When the latest row was complete here. */
  private long completeAt;

  /** A book for a number of workers. */
  TickMerger(int workers) {
    this.workers = workers;
  }

  /** One period: the sums, and how far apart the workers looked. */
  private static final class Row {
    private int parts;
    private int connected;
    private int settled;
    private int subscribed;
    private int away;
    private int answered;
    private long sent;
    private long acknowledged;
    private long received;
    private long arrivals;
    private long unanswered;
    private BacklogGauge.Reading owed = BacklogGauge.Reading.NONE;
    private long gcMillis;
    private boolean sendingDone = true;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    void add(WorkerAnswer.Tick tick) {
      WorkerAnswer.Counts counts = tick.status();
      parts++;
      connected += counts.connected();
      settled += counts.settled();
      subscribed += counts.subscribed();
      away += counts.away();
      answered += counts.answered();
      sent += counts.sent();
      acknowledged += counts.acknowledged();
      received += counts.received();
      arrivals += counts.arrivals();
      unanswered += counts.unanswered();
      owed = owed.plus(counts.owed());
      gcMillis += tick.gcMillis();
      sendingDone &= counts.sendingDone();
      first = Math.min(first, tick.nanos());
      last = Math.max(last, tick.nanos());
    }
  }

  /** The run's times are known: from now on the trend of its steady state is followed. */
  void start(RunTimes runTimes) {
    times = runTimes;
  }

  /**
   * A worker looked.
   *
   * @param now when that was heard here
   */
  void add(WorkerAnswer.Tick tick, long now) {
    Row row = rows.computeIfAbsent(tick.number(), number -> new Row());
    row.add(tick);
    if (row.parts == workers) {
      rows.headMap(tick.number(), true).clear();
      latest = row;
      completeAt = now;
      follow(row);
    }
  }

  private void follow(Row row) {
    boolean close = row.last - row.first <= MAX_SPREAD_NANOS;
    long backlog = Math.max(0, row.owed.prompt());
    if (close) {
      highWaterMark = Math.max(highWaterMark, backlog);
      slowHighWaterMark = Math.max(slowHighWaterMark, row.owed.slow());
    }
    if (times.steadyFlag(row.first) == 1 && row.last - row.first <= TREND_NANOS) {
      long part = (row.first - times.steadyStart()) / TREND_NANOS;
      if (part != trendPart) {
        trendPart = part;
        trendIsClose = close;
        leasts.add(backlog);
      } else if (close || !trendIsClose) {
        int index = leasts.size() - 1;
        boolean better = close && !trendIsClose;
        leasts.set(index, better ? backlog : Math.min(leasts.get(index), backlog));
        trendIsClose = close;
      }
    }
  }

  /**
   * The state of all workers at the last instant that all have reported. Where that was long ago,
   * no client has answered: what has arrived since is not known, so that it is no proof of a loss.
   *
   * @param now here
   */
  WorkerStatus status(List<IntervalSample> newIntervals, Optional<RunException> failure, long now) {
    return new WorkerStatus(
        latest.connected,
        latest.settled,
        latest.subscribed,
        latest.away,
        now - completeAt <= FRESH_NANOS ? latest.answered : 0,
        latest.sent,
        latest.acknowledged,
        latest.received,
        latest.arrivals,
        latest.unanswered,
        latest.owed,
        latest.parts > 0 && latest.sendingDone,
        latest.gcMillis,
        newIntervals,
        failure);
  }

  /** The most deliveries owed and not made, of all ticks; without those to slow consumers. */
  long highWaterMark() {
    return highWaterMark;
  }

  /** The same of deliveries to slow consumers. */
  long slowHighWaterMark() {
    return slowHighWaterMark;
  }

  /** The least backlog in each tenth of a second of the steady state that was looked at. */
  List<Long> leastBacklogs() {
    return List.copyOf(leasts);
  }
}
