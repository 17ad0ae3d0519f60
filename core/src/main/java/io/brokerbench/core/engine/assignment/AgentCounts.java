package io.brokerbench.core.engine.assignment;

import io.brokerbench.core.engine.measure.BusyThread;
import io.brokerbench.core.engine.measure.ConnectReport;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.result.LatencyKind;
import org.HdrHistogram.Histogram;

/**
 * What is kept of an agent's own result once it is merged: little, as there may be hundreds.
 *
 * @param counts of events
 * @param pacing how late its send loop was
 * @param connectPacing how late it came to connects
 * @param connectSpan when its clients connected
 * @param busiest the busiest of its threads that have no schedule
 */
public record AgentCounts(
    LaneReport.Counts counts,
    Histogram pacing,
    Histogram connectPacing,
    ConnectReport.Span connectSpan,
    BusyThread busiest) {

  public static AgentCounts of(LaneReport report, BusyThread busiest) {
    return new AgentCounts(
        report.counts(),
        small(report.latencies().of(LatencyKind.PACING)),
        small(report.latencies().of(LatencyKind.CONNECT_PACING)),
        report.connects().span(),
        busiest);
  }

  /** The same values in as much memory as they need. */
  private static Histogram small(Histogram histogram) {
    Histogram small = new Histogram(LatencyRecorder.SIGNIFICANT_DIGITS);
    small.add(histogram);
    return small;
  }
}
