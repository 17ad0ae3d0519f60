package io.brokerbench.core.engine.measure;

import java.util.function.Consumer;
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

  /**
   * Collects the seconds of one lane. Confined to the lane's thread; allocates once per second, as
   * a second is closed.
   */
  public static final class Collector {

    private static final long SECOND_NANOS = 1_000_000_000L;

    private final Consumer<IntervalSample> sink;
    private final LatencyRecorder endToEnd = new LatencyRecorder();
    private final LatencyRecorder service = LatencyRecorder.watched();
    private int second;
    private long endNanos = Long.MAX_VALUE;
    private long sentBefore;
    private long acknowledgedBefore;
    private long receivedBefore;

    /** Hands each second to the sink once it is closed. */
    public Collector(Consumer<IntervalSample> sink) {
      this.sink = sink;
    }

    /** The first second begins at an instant. */
    public void start(long nanos) {
      endNanos = nanos + SECOND_NANOS;
    }

    public boolean hasStarted() {
      return endNanos != Long.MAX_VALUE;
    }

    /** Whether the second that is open is over. */
    public boolean isOver(long now) {
      return hasStarted() && now - endNanos >= 0;
    }

    /** A delivery was made in the second that is open. */
    public void record(long endToEndNanos, long serviceNanos) {
      endToEnd.record(endToEndNanos);
      service.record(serviceNanos);
    }

    /** Closes the second, given the lane's totals since the start. */
    public void close(long sent, long acknowledged, long received, long owedMinusMade) {
      sink.accept(
          new IntervalSample(
              second,
              sent - sentBefore,
              acknowledged - acknowledgedBefore,
              received - receivedBefore,
              owedMinusMade,
              endToEnd.take(),
              service.take()));
      sentBefore = sent;
      acknowledgedBefore = acknowledged;
      receivedBefore = received;
      second++;
      endNanos += SECOND_NANOS;
    }
  }
}
