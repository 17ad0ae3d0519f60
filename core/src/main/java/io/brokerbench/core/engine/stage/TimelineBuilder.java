package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.NumberRows;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.MachineInterval;
import io.brokerbench.core.result.Pressure;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.telemetry.CpuUsage;
import io.brokerbench.core.telemetry.ProcessHoldings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Builds the run's timeline from parts of seconds. Of a second that has all its parts, the
 * percentiles are kept and the histograms are let go. What is kept of each second is a row of
 * numbers, for which there is room from the beginning, so that the heap of a long run does not
 * grow. Belongs to the rig's thread.
 */
public final class TimelineBuilder {

  private final int parts;
  private final Reader reader;
  private final NumberRows<Column> rows;
  private final TreeMap<Integer, Row> open = new TreeMap<>();
  private IntervalLatency lastSecond = IntervalLatency.NONE;
  private long timed;
  private double timedNanos;

  /**
   * A book for one run.
   *
   * @param parts samples of which each second consists
   * @param seconds that it may take
   * @param reader is shown each second once it has all its parts
   */
  public TimelineBuilder(int parts, long seconds, Reader reader) {
    this.parts = parts;
    this.reader = reader;
    this.rows = new NumberRows<>(Column.class, seconds);
  }

  /** Is shown each second once it has all its parts. */
  @FunctionalInterface
  public interface Reader {
    /** One that looks at none. */
    Reader NONE = complete -> {};

    /** A second that has all its parts. */
    void read(IntervalSample complete);
  }

  /** What is kept of each second: those of the worker, and then those of its usage. */
  private enum Column {
    SENT,
    ACKNOWLEDGED,
    RECEIVED,
    BACKLOG,
    P50,
    P99,
    MAX,
    BROKER_CPU,
    BROKER_RSS,
    OWN_CPU,
    QUEUED,
    CONNECTIONS,
    BROKER_HEAP,
    STORED,
    OTHER_CPU,
    STEAL,
    CPU_SOME,
    IO_SOME,
    IO_FULL,
    MEMORY_SOME,
    MEMORY_FULL,
    OWN_RSS,
    OWN_HEAP,
    OWN_THREADS,
    OWN_DESCRIPTORS,
    BROKER_THREADS,
    BROKER_DESCRIPTORS,
    /** Whether the usage of this second was looked at: 1. */
    USAGE
  }

  /** One second of which parts are missing. */
  private static final class Row {
    private IntervalSample sum;
    private int parts;

    void add(IntervalSample sample) {
      parts++;
      if (parts == 1) {
        sum = sample;
      } else {
        sum = (parts == 2 ? sum.copy() : sum).absorb(sample);
      }
    }
  }

  public void add(List<IntervalSample> samples) {
    for (IntervalSample sample : samples) {
      Row row = open.computeIfAbsent(sample.second(), second -> new Row());
      row.add(sample);
      if (row.parts == parts) {
        keep(row.sum);
        addUp(row.sum.endToEnd());
        reader.read(row.sum);
        open.remove(sample.second());
      }
    }
  }

  private void keep(IntervalSample sample) {
    int second = sample.second();
    rows.put(second, Column.SENT, sample.sent());
    rows.put(second, Column.ACKNOWLEDGED, sample.acknowledged());
    rows.put(second, Column.RECEIVED, sample.received());
    rows.put(second, Column.BACKLOG, Math.max(0, sample.owedMinusMade()));
    Histogram latency = sample.endToEnd();
    if (latency.getTotalCount() > 0) {
      rows.put(second, Column.P50, latency.getValueAtPercentile(50));
      rows.put(second, Column.P99, latency.getValueAtPercentile(99));
      rows.put(second, Column.MAX, latency.getValueAtPercentile(100));
    }
  }

  /** Keeps what was used and held in a second. */
  void keep(int second, UsageMonitor.Second used) {
    rows.put(second, Column.BROKER_CPU, percentOfCore(used.broker()));
    rows.put(second, Column.BROKER_RSS, used.brokerRssBytes());
    rows.put(second, Column.OWN_CPU, percentOfCore(used.own()));
    BrokerMetrics metrics = used.metrics();
    rows.put(second, Column.QUEUED, metrics.queuedMessages());
    rows.put(second, Column.CONNECTIONS, metrics.connections());
    rows.put(second, Column.BROKER_HEAP, metrics.heapBytes());
    rows.put(second, Column.STORED, metrics.storedBytes());
    MachineInterval machine = used.machine();
    rows.put(second, Column.OTHER_CPU, machine.otherCpuCores());
    rows.put(second, Column.STEAL, machine.stealCores());
    rows.put(second, Column.CPU_SOME, machine.pressure().cpuSome());
    rows.put(second, Column.IO_SOME, machine.pressure().ioSome());
    rows.put(second, Column.IO_FULL, machine.pressure().ioFull());
    rows.put(second, Column.MEMORY_SOME, machine.pressure().memorySome());
    rows.put(second, Column.MEMORY_FULL, machine.pressure().memoryFull());
    HeldResources held = used.held();
    rows.put(second, Column.OWN_RSS, held.ownRssBytes());
    rows.put(second, Column.OWN_HEAP, held.ownHeapBytes());
    rows.put(second, Column.OWN_THREADS, held.own().threads());
    rows.put(second, Column.OWN_DESCRIPTORS, held.own().descriptors());
    rows.put(second, Column.BROKER_THREADS, held.broker().threads());
    rows.put(second, Column.BROKER_DESCRIPTORS, held.broker().descriptors());
    rows.put(second, Column.USAGE, 1);
  }

  private static OptionalDouble percentOfCore(Optional<CpuUsage> usage) {
    return usage
        .filter(CpuUsage::isKnown)
        .map(u -> OptionalDouble.of(u.percentOfCore()))
        .orElse(OptionalDouble.empty());
  }

  /** What was held at the end of a second; unknown where it was not looked at. */
  public HeldResources held(int second) {
    return new HeldResources(
        rows.whole(second, Column.OWN_RSS),
        rows.whole(second, Column.OWN_HEAP),
        new ProcessHoldings(
            rows.whole(second, Column.OWN_THREADS), rows.whole(second, Column.OWN_DESCRIPTORS)),
        new ProcessHoldings(
            rows.whole(second, Column.BROKER_THREADS),
            rows.whole(second, Column.BROKER_DESCRIPTORS)));
  }

  private void addUp(Histogram complete) {
    lastSecond = IntervalLatency.of(complete);
    timed += complete.getTotalCount();
    timedNanos += complete.getTotalCount() == 0 ? 0 : complete.getTotalCount() * complete.getMean();
  }

  /** Latency of the last second that is complete. */
  IntervalLatency lastSecond() {
    return lastSecond;
  }

  /** Deliveries of all seconds that are complete. */
  long timed() {
    return timed;
  }

  /** Their latencies, added up. */
  double timedNanos() {
    return timedNanos;
  }

  /**
   * The timeline. Seconds that lack parts are in it with those that came.
   *
   * @param times of the run
   * @param end of the drain
   */
  public List<TimelineInterval> timeline(RunTimes times, long end) {
    open.values().forEach(row -> keep(row.sum));
    List<TimelineInterval> timeline = new ArrayList<>();
    for (int second = 0; second < rows.rows(); second++) {
      long from = times.start() + second * 1_000_000_000L;
      long length = Math.min(1_000_000_000L, end - from);
      if (length > 0 && rows.has(second, Column.SENT)) {
        timeline.add(interval(second, phaseAt(times, from), length));
      }
    }
    return timeline;
  }

  private TimelineInterval interval(int second, TimelineInterval.Part phase, long length) {
    boolean looked = rows.has(second, Column.USAGE);
    return new TimelineInterval(
        second * 1000L,
        length / 1_000_000,
        phase,
        rows.whole(second, Column.SENT).orElseThrow(),
        rows.whole(second, Column.ACKNOWLEDGED).orElseThrow(),
        rows.whole(second, Column.RECEIVED).orElseThrow(),
        rows.whole(second, Column.BACKLOG).orElseThrow(),
        rows.whole(second, Column.P50),
        rows.whole(second, Column.P99),
        rows.whole(second, Column.MAX),
        rows.real(second, Column.BROKER_CPU),
        rows.whole(second, Column.BROKER_RSS),
        rows.real(second, Column.OWN_CPU),
        Optional.of(metrics(second)).filter(BrokerMetrics::any),
        looked ? Optional.of(machine(second)) : Optional.empty());
  }

  private BrokerMetrics metrics(int second) {
    return new BrokerMetrics(
        rows.whole(second, Column.QUEUED),
        rows.whole(second, Column.CONNECTIONS),
        rows.whole(second, Column.BROKER_HEAP),
        rows.whole(second, Column.STORED));
  }

  private MachineInterval machine(int second) {
    return new MachineInterval(
        rows.real(second, Column.OTHER_CPU),
        rows.real(second, Column.STEAL),
        new Pressure(
            rows.real(second, Column.CPU_SOME),
            rows.real(second, Column.IO_SOME),
            rows.real(second, Column.IO_FULL),
            rows.real(second, Column.MEMORY_SOME),
            rows.real(second, Column.MEMORY_FULL)));
  }

  private static TimelineInterval.Part phaseAt(RunTimes times, long nanos) {
    if (nanos - times.steadyStart() < 0) {
      return TimelineInterval.Part.WARM_UP;
    }
    return nanos - times.steadyEnd() < 0
        ? TimelineInterval.Part.STEADY
        : TimelineInterval.Part.DRAIN;
  }
}
