package io.brokerbench.core.engine.measure;

import org.HdrHistogram.Histogram;

/**
 * What one lane saw in one second of a run. Immutable by convention: the histograms are handed
 * over.
 *
 * @param second counted from the start of sending
 * @param sent messages sent in it
 * @param acknowledged acknowledgements that came in it
 * @param received distinct deliveries made in it
 * @param owedMinusMade this lane's part of the backlog at its end; may be negative for one lane
 * @param endToEnd latencies of the deliveries made in it
 * @param service the same from when each message was sent, to {@link
 *     io.brokerbench.core.engine.measure.LatencyRecorder#WATCHED_DIGITS}
 */
public record IntervalSample(
    int second,
    long sent,
    long acknowledged,
    long received,
    long owedMinusMade,
    Histogram endToEnd,
    Histogram service) {

  private static final Histogram NOTHING = new Histogram(1);

  /** The same without the latencies, which are large. */
  public IntervalSample withoutHistograms() {
    return new IntervalSample(
        second, sent, acknowledged, received, owedMinusMade, NOTHING, NOTHING);
  }

  /** The same with histograms of its own. */
  public IntervalSample copy() {
    return new IntervalSample(
        second, sent, acknowledged, received, owedMinusMade, endToEnd.copy(), service.copy());
  }

  /**
   * Both lanes' second as one. Its histograms are this one's, to which the other's are added: only
   * the maker of it, or of a {@link #copy}, may do so.
   */
  public IntervalSample absorb(IntervalSample other) {
    endToEnd.add(other.endToEnd);
    service.add(other.service);
    return new IntervalSample(
        second,
        sent + other.sent,
        acknowledged + other.acknowledged,
        received + other.received,
        owedMinusMade + other.owedMinusMade,
        endToEnd,
        service);
  }
}
