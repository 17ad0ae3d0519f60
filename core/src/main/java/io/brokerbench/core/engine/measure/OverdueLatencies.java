package io.brokerbench.core.engine.measure;

import org.HdrHistogram.Histogram;

/**
 * Ages, at the end of the run, of what had not arrived by then: lower bounds of the latencies that
 * would have been. Of the steady state, as the latencies themselves. Merging is associative.
 *
 * @param endToEnd of deliveries owed and not made, from the intended send time
 * @param service of the same that were sent, from the latest instant at which they can have been
 *     sent
 * @param sendDelay of messages that were due and never sent
 * @param acknowledge of messages that were due and never acknowledged
 */
public record OverdueLatencies(
    Histogram endToEnd, Histogram service, Histogram sendDelay, Histogram acknowledge) {

  public static OverdueLatencies none() {
    return new OverdueLatencies(
        LatencyRecorder.newHistogram(),
        LatencyRecorder.newHistogram(),
        LatencyRecorder.newHistogram(),
        LatencyRecorder.newHistogram());
  }

  OverdueLatencies copy() {
    return new OverdueLatencies(
        endToEnd.copy(), service.copy(), sendDelay.copy(), acknowledge.copy());
  }

  /** Adds the other's ages to this one's histograms. */
  void add(OverdueLatencies other) {
    endToEnd.add(other.endToEnd);
    service.add(other.service);
    sendDelay.add(other.sendDelay);
    acknowledge.add(other.acknowledge);
  }
}
