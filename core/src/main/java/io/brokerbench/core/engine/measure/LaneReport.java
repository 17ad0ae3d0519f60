package io.brokerbench.core.engine.measure;

import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.ReasonCodeCount;
import io.brokerbench.core.storm.StormReport;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What one lane, or several together, counted and timed. Merging is associative.
 *
 * @param counts of events
 * @param latencies of what arrived
 * @param leastBacklogs the least backlog of all lanes in each tenth of a second of the steady
 *     state, as this lane saw it
 * @param connects how clients connected
 * @param broadcast bursts to all consumers; {@link BroadcastReport#NONE} where there are none
 * @param failover how broken connections were got over
 * @param overdue ages, at the end of the run, of what had not arrived by then: lower bounds of the
 *     latencies that would have been
 * @param reasonCodes of the broker, by packet and code
 * @param storm what was owed in a storm; {@link StormReport#NONE} without one
 */
@RecordBuilder
public record LaneReport(
    Counts counts,
    LatencyHistograms latencies,
    List<Long> leastBacklogs,
    ConnectReport connects,
    BroadcastReport broadcast,
    FailoverReport failover,
    LatencyHistograms overdue,
    List<ReasonCodeCount> reasonCodes,
    StormReport storm)
    implements LaneReportBuilder.With {

  /** Copies the list. */
  public LaneReport {
    reasonCodes = List.copyOf(reasonCodes);
  }

  /** Where the broker gave no reason code, and there was no storm. */
  public LaneReport(
      Counts counts,
      LatencyHistograms latencies,
      List<Long> leastBacklogs,
      ConnectReport connects,
      BroadcastReport broadcast,
      FailoverReport failover,
      LatencyHistograms overdue) {
    this(
        counts,
        latencies,
        leastBacklogs,
        connects,
        broadcast,
        failover,
        overdue,
        List.of(),
        StormReport.NONE);
  }

  /** Both reports as one. */
  public LaneReport merge(LaneReport other) {
    return copy().absorb(other);
  }

  /** The same with histograms of its own. */
  public LaneReport copy() {
    return new LaneReport(
        counts,
        latencies.copy(),
        leastBacklogs,
        connects,
        broadcast,
        failover,
        overdue.copy(),
        reasonCodes,
        storm);
  }

  /**
   * Both reports as one. Its histograms are this one's, to which the other's are added, as that is
   * faster by far: only the maker of them, or of a {@link #copy}, may do so. The backlogs are of
   * all lanes already, so the longer list is kept.
   */
  public LaneReport absorb(LaneReport other) {
    latencies.add(other.latencies);
    overdue.add(other.overdue);
    return new LaneReport(
        counts.plus(other.counts),
        latencies,
        leastBacklogs.size() >= other.leastBacklogs.size() ? leastBacklogs : other.leastBacklogs,
        connects.merge(other.connects),
        broadcast.merge(other.broadcast),
        failover.merge(other.failover),
        overdue,
        sum(reasonCodes, other.reasonCodes),
        storm.merge(other.storm));
  }

  private static List<ReasonCodeCount> sum(List<ReasonCodeCount> a, List<ReasonCodeCount> b) {
    Map<AnswerPacket, Map<Integer, Long>> sums = new TreeMap<>();
    Stream.concat(a.stream(), b.stream())
        .forEach(
            one ->
                sums.computeIfAbsent(one.packet(), packet -> new TreeMap<>())
                    .merge(one.code(), one.count(), Long::sum));
    List<ReasonCodeCount> all = new ArrayList<>();
    sums.forEach(
        (packet, codes) ->
            codes.forEach((code, count) -> all.add(new ReasonCodeCount(packet, code, count))));
    return all;
  }

  /**
   * Messages that arrived otherwise than they were sent. Merging is associative.
   *
   * @param count how many there are
   * @param first what was wrong with one of the first
   */
  public record Damaged(long count, Optional<String> first) {

    /** There is none. */
    public static final Damaged NONE = new Damaged(0, Optional.empty());

    /**
     * These and one more.
     *
     * @param wrong says what is wrong with it; not asked where that is known of an earlier one
     */
    public Damaged andOne(Supplier<String> wrong) {
      return new Damaged(count + 1, first.or(() -> Optional.of(wrong.get())));
    }

    /** Both as one. */
    public Damaged plus(Damaged other) {
      return new Damaged(count + other.count, first.or(other::first));
    }
  }

  /** End-to-end latencies together with the ages of what had not arrived. */
  public Histogram endToEndWithOverdue() {
    Histogram all = latencies.of(LatencyKind.END_TO_END).copy();
    all.setAutoResize(true);
    all.add(overdue.of(LatencyKind.END_TO_END));
    return all;
  }

  /**
   * Counts of events.
   *
   * @param due messages that the send loop came to
   * @param sent messages handed to connections
   * @param acknowledged messages that were acknowledged
   * @param unrecognised messages that are not of this run
   * @param damaged messages of this run that arrived otherwise than they were sent
   * @param backPressured messages that had to wait for their connection
   * @param steadySent messages sent in the steady state
   * @param steadyReceived distinct deliveries made in the steady state
   * @param redelivered deliveries that the broker marked as made before
   * @param early deliveries made before the delivery delay of their messages had passed
   * @param browses walks of browsers through their queue
   * @param browsed messages that these saw
   * @param unreleased QoS 2 deliveries whose PUBREL had not come by the end; empty where no
   *     consumer sees it
   * @param lateNoticeNanos how long the steady state had lasted when a lane learned of it, which
   *     counted none of it until then; 0 where all knew before
   */
  public record Counts(
      long due,
      long sent,
      long acknowledged,
      long unrecognised,
      Damaged damaged,
      long backPressured,
      long steadySent,
      long steadyReceived,
      long redelivered,
      long early,
      long browses,
      long browsed,
      OptionalLong unreleased,
      long lateNoticeNanos) {

    Counts plus(Counts other) {
      return new Counts(
          due + other.due,
          sent + other.sent,
          acknowledged + other.acknowledged,
          unrecognised + other.unrecognised,
          damaged.plus(other.damaged),
          backPressured + other.backPressured,
          steadySent + other.steadySent,
          steadyReceived + other.steadyReceived,
          redelivered + other.redelivered,
          early + other.early,
          browses + other.browses,
          browsed + other.browsed,
          sum(unreleased, other.unreleased),
          Math.max(lateNoticeNanos, other.lateNoticeNanos));
    }

    private static OptionalLong sum(OptionalLong a, OptionalLong b) {
      return a.isEmpty() ? b : OptionalLong.of(a.getAsLong() + b.orElse(0));
    }
  }
}
