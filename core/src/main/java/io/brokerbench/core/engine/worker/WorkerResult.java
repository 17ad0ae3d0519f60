package io.brokerbench.core.engine.worker;

import io.brokerbench.core.engine.lane.RequestReport;
import io.brokerbench.core.engine.measure.BusyThread;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.payload.PayloadBytes;
import io.brokerbench.core.result.Messages;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything that a worker counted and timed. Merging is associative.
 *
 * @param report of all its lanes
 * @param deliveries the account of every delivery
 * @param requests what its responders counted; empty where it has none
 * @param backlogHighWaterMark the most deliveries owed and not made; the sum of the workers' own
 *     marks, when merged, which is more than there ever were; {@link TickMerger} knows better
 * @param lastIntervals the seconds that were still open
 * @param busiest the busiest thread of those that have no schedule
 * @param payloadBytes bytes of the payloads; empty where all have one size
 */
@RecordBuilder
public record WorkerResult(
    LaneReport report,
    DeliveryAccount deliveries,
    Optional<RequestReport> requests,
    long backlogHighWaterMark,
    List<IntervalSample> lastIntervals,
    BusyThread busiest,
    Optional<PayloadBytes.Part> payloadBytes)
    implements WorkerResultBuilder.With {

  /** Of payloads of one size. */
  public WorkerResult(
      LaneReport report,
      DeliveryAccount deliveries,
      Optional<RequestReport> requests,
      long backlogHighWaterMark,
      List<IntervalSample> lastIntervals,
      BusyThread busiest) {
    this(
        report,
        deliveries,
        requests,
        backlogHighWaterMark,
        lastIntervals,
        busiest,
        Optional.empty());
  }

  /** Both as one. */
  public WorkerResult merge(WorkerResult other) {
    return copy().absorb(other);
  }

  /** The same with histograms of its own. */
  public WorkerResult copy() {
    return withReport(report.copy());
  }

  /** As {@link LaneReport#absorb}. */
  public WorkerResult absorb(WorkerResult other) {
    List<IntervalSample> all = new ArrayList<>(lastIntervals);
    all.addAll(other.lastIntervals);
    return new WorkerResult(
        report.absorb(other.report),
        deliveries.merge(other.deliveries, Messages.MAX_NAMED),
        requests.map(own -> other.requests.map(own::merge).orElse(own)).or(() -> other.requests),
        backlogHighWaterMark + other.backlogHighWaterMark,
        all,
        busiest.max(other.busiest),
        payloadBytes
            .map(own -> other.payloadBytes.map(own::merge).orElse(own))
            .or(() -> other.payloadBytes));
  }
}
