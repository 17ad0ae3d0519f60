package io.brokerbench.core.engine.measure;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What one lane, or several together, counted and timed. Merging is associative.
 *
 * @param counts of events
 * @param histograms of latencies
 * @param leastBacklogs the least backlog of all lanes in each tenth of a second of the steady
 *     state, as this lane saw it
 * @param connects how clients connected
 * @param broadcast bursts to all consumers; {@link BroadcastReport#NONE} where there are none
 * @param failover how broken connections were got over
 * @param overdue ages of what had not arrived by the end
 */
public record LaneReport(
    Counts counts,
    Histograms histograms,
    List<Long> leastBacklogs,
    ConnectReport connects,
    BroadcastReport broadcast,
    FailoverReport failover,
    OverdueLatencies overdue) {

  /** Both reports as one. */
  public LaneReport merge(LaneReport other) {
    return copy().absorb(other);
  }

  /** The same with histograms of its own. */
  public LaneReport copy() {
    return new LaneReport(
        counts,
        histograms.copy(),
        leastBacklogs,
        connects.copy(),
        broadcast,
        failover,
        overdue.copy());
  }

  /**
   * Both reports as one. Its histograms are this one's, to which the other's are added, as that is
   * faster by far: only who made them, or a {@link #copy} of them, may do so. The backlogs are of
   * all lanes already, so the longer list is kept.
   */
  public LaneReport absorb(LaneReport other) {
    histograms.add(other.histograms);
    overdue.add(other.overdue);
    return new LaneReport(
        counts.plus(other.counts),
        histograms,
        leastBacklogs.size() >= other.leastBacklogs.size() ? leastBacklogs : other.leastBacklogs,
        connects.absorb(other.connects),
        broadcast.merge(other.broadcast),
        failover.merge(other.failover),
        overdue);
  }

  /** The same with backlogs that were seen from elsewhere. */
  public LaneReport withLeastBacklogs(List<Long> backlogs) {
    return new LaneReport(counts, histograms, backlogs, connects, broadcast, failover, overdue);
  }

  /** The same with how broken connections were got over. */
  public LaneReport withFailover(FailoverReport other) {
    return new LaneReport(counts, histograms, leastBacklogs, connects, broadcast, other, overdue);
  }

  /** End-to-end latencies together with the ages of what had not arrived. */
  public Histogram endToEndWithOverdue() {
    Histogram all = histograms.endToEnd().copy();
    all.setAutoResize(true);
    all.add(overdue.endToEnd());
    return all;
  }

  /** The same with the ages of what had not arrived. */
  public LaneReport withOverdue(OverdueLatencies ages) {
    return new LaneReport(counts, histograms, leastBacklogs, connects, broadcast, failover, ages);
  }

  /**
   * Counts of events.
   *
   * @param due messages that the send loop came to
   * @param sent messages handed to connections
   * @param acknowledged messages that were acknowledged
   * @param unrecognised messages that are not of this run
   * @param damaged messages of this run whose header does not match its checksum
   * @param backPressured messages that had to wait for their connection
   * @param steadySent messages sent in the steady state
   * @param steadyReceived distinct deliveries made in the steady state
   * @param redelivered deliveries that the broker marked as made before
   */
  public record Counts(
      long due,
      long sent,
      long acknowledged,
      long unrecognised,
      long damaged,
      long backPressured,
      long steadySent,
      long steadyReceived,
      long redelivered) {

    Counts plus(Counts other) {
      return new Counts(
          due + other.due,
          sent + other.sent,
          acknowledged + other.acknowledged,
          unrecognised + other.unrecognised,
          damaged + other.damaged,
          backPressured + other.backPressured,
          steadySent + other.steadySent,
          steadyReceived + other.steadyReceived,
          redelivered + other.redelivered);
    }
  }

  /** Latencies, as {@link io.brokerbench.core.result.Latencies} names them. */
  public record Histograms(
      Histogram endToEnd,
      Histogram service,
      Histogram sendDelay,
      Histogram acknowledge,
      Histogram catchUp,
      Histogram pacing,
      Histogram connect,
      Histogram subscribe,
      Histogram session,
      Histogram commit,
      Histogram consumerAcknowledge) {

    public Histograms copy() {
      return new Histograms(
          endToEnd.copy(),
          service.copy(),
          sendDelay.copy(),
          acknowledge.copy(),
          catchUp.copy(),
          pacing.copy(),
          connect.copy(),
          subscribe.copy(),
          session.copy(),
          commit.copy(),
          consumerAcknowledge.copy());
    }

    void add(Histograms other) {
      endToEnd.add(other.endToEnd);
      service.add(other.service);
      sendDelay.add(other.sendDelay);
      acknowledge.add(other.acknowledge);
      catchUp.add(other.catchUp);
      pacing.add(other.pacing);
      connect.add(other.connect);
      subscribe.add(other.subscribe);
      session.add(other.session);
      commit.add(other.commit);
      consumerAcknowledge.add(other.consumerAcknowledge);
    }
  }
}
