package io.brokerbench.core.engine.judge;

import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.OutageMeter;
import io.brokerbench.core.result.Failover;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/**
 * Finds what followed a fault, or connections that broke without one.
 *
 * <p>The outage is the longest gap between two deliveries, of whatever client, that ended after the
 * fault and had begun before the next one, and while there was load: before its end by {@value
 * OutageMeter#BIN_MILLIS} ms, or by the longest gap before the fault, where that was longer. Time
 * in which the load is off is no part of a gap. What a client gets that comes back in the drain is
 * late, and no outage for the others. The backlog is drained at the first instant after it at which
 * everything had been delivered that had fallen due {@value #GRACE_MILLIS} ms before, or longer
 * before, where a delivery took longer before the fault. Messages that never came do not count for
 * it.
 */
final class OutageAnalysis {

  private static final long GRACE_MILLIS = 20;

  private final FailoverReport.Deliveries deliveries;
  private final FailoverReport.Clients clients;
  private final long faultNanos;
  private final OptionalLong nextNanos;
  private final long loadEndNanos;
  private final LongUnaryOperator loaded;

  /** Millisecond of the fault in the report's count. */
  private final int faultMilli;

  private int lastBefore = -1;
  private int firstAfter = -1;

  /**
   * @param faultNanos when it was
   * @param nextNanos when the next one was; empty for the last one
   * @param loadEndNanos when the load ended
   * @param loaded for how long there was load until an instant, in nanoseconds from any origin
   */
  OutageAnalysis(
      FailoverReport report,
      long faultNanos,
      OptionalLong nextNanos,
      long loadEndNanos,
      LongUnaryOperator loaded) {
    this.deliveries = report.deliveries();
    this.clients = report.clients();
    this.faultNanos = faultNanos;
    this.nextNanos = nextNanos;
    this.loadEndNanos = loadEndNanos;
    this.loaded = loaded;
    this.faultMilli = (int) milli(faultNanos);
    findOutage();
  }

  /** What followed. */
  Failover.Course course() {
    OptionalLong outage = OptionalLong.empty();
    OptionalLong drained = OptionalLong.empty();
    if (firstAfter >= 0) {
      int from = lastBefore >= 0 ? lastBefore : faultMilli;
      outage = OptionalLong.of(gap(from, firstAfter) * OutageMeter.MILLI);
      drained = instant(drained());
    }
    return new Failover.Course(
        outage,
        instant(lastBefore),
        back(0),
        back(0.5),
        back(0.95),
        back(1),
        instant(firstAfter),
        drained);
  }

  private OptionalLong instant(int milli) {
    return milli < 0
        ? OptionalLong.empty()
        : OptionalLong.of(deliveries.originNanos() + (long) milli * OutageMeter.MILLI - faultNanos);
  }

  private void findOutage() {
    long end = nextNanos.isEmpty() ? Long.MAX_VALUE : milli(nextNanos.getAsLong());
    long usual = OutageMeter.BIN_MILLIS;
    long longest = -1;
    int previous = -1;
    for (int milli = next(0); milli >= 0 && previous < end; milli = next(milli + 1)) {
      long gap = gap(previous < 0 ? faultMilli : previous, milli);
      if (milli <= faultMilli && previous >= 0) {
        usual = Math.max(usual, gap);
      }
      boolean counts = previous < faultMilli || previous + usual < milli(loadEndNanos);
      if (milli > faultMilli && gap > longest && counts) {
        longest = gap;
        lastBefore = previous;
        firstAfter = milli;
      }
      previous = milli;
    }
    if (firstAfter < 0) {
      lastBefore = previous;
    }
  }

  /** Milliseconds of load between two of the report's count. */
  private long gap(int from, int to) {
    return loadedMillis(to) - loadedMillis(from);
  }

  private long loadedMillis(int milli) {
    return Math.floorDiv(
        loaded.applyAsLong(deliveries.originNanos() + milli * OutageMeter.MILLI),
        OutageMeter.MILLI);
  }

  private long milli(long nanos) {
    return (nanos - deliveries.originNanos()) / OutageMeter.MILLI;
  }

  /** The next millisecond with a delivery; -1 if there is none. */
  private int next(int from) {
    List<Long> words = deliveries.millis();
    for (int word = from / Long.SIZE; word < words.size(); word++) {
      long bits = words.get(word);
      if (word == from / Long.SIZE) {
        bits &= -1L << from;
      }
      if (bits != 0) {
        return word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      }
    }
    return -1;
  }

  private int drained() {
    long usual = Math.max(GRACE_MILLIS, usualMillis());
    int latest = firstAfter;
    int bin = 0;
    for (long instant = firstAfter; bin < deliveries.latest().size(); instant++) {
      while (bin < deliveries.latest().size()
          && (bin + 1L) * OutageMeter.BIN_MILLIS <= instant - usual) {
        latest = Math.max(latest, deliveries.latest(bin++));
      }
      if (latest <= instant) {
        return latest;
      }
    }
    return latest;
  }

  /** The longest time that a delivery took before the fault. */
  private long usualMillis() {
    long longest = 0;
    for (int bin = 0; bin < deliveries.latest().size(); bin++) {
      int latest = deliveries.latest(bin);
      if (latest != 0 && latest < faultMilli) {
        longest = Math.max(longest, latest - (long) bin * OutageMeter.BIN_MILLIS);
      }
    }
    return longest;
  }

  /** Clients that were away after the fault, and lost their connection before the next one. */
  long clients() {
    return last().count();
  }

  /** When a share of these clients were back; with 0, the first one. */
  private OptionalLong back(double share) {
    List<FailoverReport.Absence> all = last().toList();
    List<Long> back =
        all.stream().flatMapToLong(one -> one.backNanos().stream()).sorted().boxed().toList();
    int index = (int) Math.max(0, Math.ceil(share * all.size()) - 1);
    return index < back.size()
        ? OptionalLong.of(back.get(index) - faultNanos)
        : OptionalLong.empty();
  }

  /** One that lost its connection again counts when it was back for good. */
  private Stream<FailoverReport.Absence> last() {
    return clients.absences().stream()
        .flatMap(ofClient -> ofClient.stream().filter(this::isAfter).reduce((a, b) -> b).stream());
  }

  private boolean isAfter(FailoverReport.Absence absence) {
    boolean over =
        absence.backNanos().isPresent() && absence.backNanos().getAsLong() - faultNanos < 0;
    boolean later = nextNanos.isPresent() && absence.lostNanos() - nextNanos.getAsLong() >= 0;
    return !over && !later;
  }
}
