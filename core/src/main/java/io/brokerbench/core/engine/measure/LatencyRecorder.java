package io.brokerbench.core.engine.measure;

import org.HdrHistogram.Histogram;

/**
 * Collects latencies of one lane. Confined to the lane's thread.
 *
 * <p>Three significant digits from 1 ns on, or two for what is only watched; the range grows by
 * itself, so nothing is left out. A negative value can only come from a clock that is not the
 * sender's, and is recorded as 0.
 */
public final class LatencyRecorder {

  /** Precision of every histogram of a result: values are within 0.1 %. */
  public static final int SIGNIFICANT_DIGITS = 3;

  /** Precision of what is watched and not kept: values are within 1 %. */
  public static final int WATCHED_DIGITS = 2;

  /** Room from the start, so that growing is for the rare case: a minute. */
  private static final long USUAL_MAX_NANOS = 60_000_000_000L;

  private final int digits;
  private Histogram histogram;

  /** A recorder for a result. */
  public LatencyRecorder() {
    this(SIGNIFICANT_DIGITS);
  }

  private LatencyRecorder(int digits) {
    this.digits = digits;
    this.histogram = newHistogram(digits);
  }

  /** A recorder for what is watched and not kept, a seventh as large. */
  public static LatencyRecorder watched() {
    return new LatencyRecorder(WATCHED_DIGITS);
  }

  /** An empty histogram of a result's precision. */
  public static Histogram newHistogram() {
    return newHistogram(SIGNIFICANT_DIGITS);
  }

  private static Histogram newHistogram(int digits) {
    Histogram histogram = new Histogram(1, USUAL_MAX_NANOS, digits);
    histogram.setAutoResize(true);
    return histogram;
  }

  /** Records a value in nanoseconds. */
  public void record(long nanos) {
    histogram.recordValue(Math.max(0, nanos));
  }

  /** Whether nothing was recorded. */
  public boolean isEmpty() {
    return histogram.getTotalCount() == 0;
  }

  /** Hands over what was recorded, and starts again. */
  public Histogram take() {
    Histogram taken = histogram;
    histogram = newHistogram(digits);
    return taken;
  }
}
