package io.brokerbench.core.engine.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Follows one lane's deliveries around a fault: in which milliseconds there were any, and when the
 * last of what fell due in each hundredth of a second came. Confined to the lane's thread. Follows
 * an hour; memory grows with the time that has passed, to 2 MB.
 */
public final class OutageMeter {

  /** Before the fault, for what is usual. */
  static final long LEAD_NANOS = 2_000_000_000L;

  public static final long MILLI = 1_000_000;
  public static final int BIN_MILLIS = 10;

  private static final int MOST_MILLIS = 3_600_000;

  /** How long deliveries are followed. */
  public static final long FOLLOWED_NANOS = MOST_MILLIS * MILLI;

  private final long originNanos;
  private long[] delivered = new long[64];
  private int[] latest = new int[512];
  private int words;
  private int bins;

  private OutageMeter(long originNanos) {
    this.originNanos = originNanos;
  }

  /**
   * Begins before a fault.
   *
   * @param faultNanos when it is planned
   */
  public static OutageMeter around(long faultNanos) {
    return new OutageMeter(faultNanos - LEAD_NANOS);
  }

  /** Begins at an instant, for connections that may break at any time. */
  public static OutageMeter from(long nanos) {
    return new OutageMeter(nanos);
  }

  /** A distinct delivery was made. */
  public void onDelivery(long nanos, long intendedNanos) {
    long since = (nanos - originNanos) / MILLI;
    if (nanos - originNanos < 0 || since >= MOST_MILLIS) {
      return;
    }
    int millis = (int) since;
    int word = millis / Long.SIZE;
    if (word >= delivered.length) {
      delivered = Arrays.copyOf(delivered, Math.max(word + 1, delivered.length * 2));
    }
    delivered[word] |= 1L << millis;
    words = Math.max(words, word + 1);
    if (intendedNanos - originNanos >= 0) {
      int bin = (int) ((intendedNanos - originNanos) / (MILLI * BIN_MILLIS));
      if (bin >= latest.length) {
        latest = Arrays.copyOf(latest, Math.max(bin + 1, latest.length * 2));
      }
      latest[bin] = Math.max(latest[bin], millis);
      bins = Math.max(bins, bin + 1);
    }
  }

  public FailoverReport.Deliveries report() {
    List<Long> millis = Arrays.stream(delivered, 0, words).boxed().toList();
    List<Integer> times = new ArrayList<>(bins);
    for (int bin = 0; bin < bins; bin++) {
      times.add(latest[bin]);
    }
    return new FailoverReport.Deliveries(originNanos, millis, times);
  }
}
