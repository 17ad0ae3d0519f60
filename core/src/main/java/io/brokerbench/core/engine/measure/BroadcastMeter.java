package io.brokerbench.core.engine.measure;

import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Follows each burst of a broadcast, one message to all consumers, on one lane. Confined to the
 * lane's thread; allocates for a burst, not for a delivery.
 *
 * <p>Bursts are distinguished by their intended send time, which one publisher's schedule gives
 * once. Deliveries are counted by the millisecond, up to ten seconds after it; later ones count as
 * received, and for the last delivery. The first {@value #MAX_BURSTS} bursts are followed.
 */
public final class BroadcastMeter {

  static final int MAX_BURSTS = 2_000;

  /** Above this rate, bursts run into each other. */
  static final double MAX_RATE = 10;

  private static final long MILLI = 1_000_000L;
  private static final int USUAL_MILLIS = 128;
  private static final int MAX_MILLIS = 10_000;

  private long[] intended = new long[16];
  private int[] received = new int[16];
  private long[] last = new long[16];
  private int[][] millis = new int[16][];
  private int size;

  private BroadcastMeter() {}

  /** A meter where a scenario is a broadcast; else null. */
  public static BroadcastMeter of(Scenario scenario) {
    boolean broadcast =
        scenario.topology().distribution() == Distribution.ALL
            && scenario.topology().publishers() == 1
            && scenario.workload().load() instanceof OpenLoad open
            && open.peakRate().perSecond() <= MAX_RATE;
    return broadcast ? new BroadcastMeter() : null;
  }

  /** The burst has left; it is known from now on, even if no consumer receives it. */
  public void onSent(long intendedNanos) {
    burst(intendedNanos);
  }

  /** One of this lane's consumers has it. */
  public void onDelivery(long intendedNanos, long latencyNanos) {
    int burst = burst(intendedNanos);
    if (burst < 0) {
      return;
    }
    received[burst]++;
    last[burst] = Math.max(last[burst], latencyNanos);
    int milli = (int) Math.min(MAX_MILLIS, Math.max(0, latencyNanos) / MILLI);
    if (milli < MAX_MILLIS) {
      if (milli >= millis[burst].length) {
        millis[burst] = Arrays.copyOf(millis[burst], Math.max(milli + 1, millis[burst].length * 2));
      }
      millis[burst][milli]++;
    }
  }

  /** Position of a burst, which is nearly always the latest one; -1 beyond the most. */
  private int burst(long intendedNanos) {
    if (size == MAX_BURSTS && intendedNanos - intended[size - 1] > 0) {
      return -1;
    }
    for (int i = size - 1; i >= 0; i--) {
      if (intended[i] == intendedNanos) {
        return i;
      }
    }
    return size == MAX_BURSTS ? -1 : add(intendedNanos);
  }

  private int add(long intendedNanos) {
    if (size == intended.length) {
      int room = size * 2;
      intended = Arrays.copyOf(intended, room);
      received = Arrays.copyOf(received, room);
      last = Arrays.copyOf(last, room);
      millis = Arrays.copyOf(millis, room);
    }
    intended[size] = intendedNanos;
    millis[size] = new int[USUAL_MILLIS];
    return size++;
  }

  public BroadcastReport report() {
    List<BroadcastReport.Burst> bursts = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int end = millis[i].length;
      while (end > 0 && millis[i][end - 1] == 0) {
        end--;
      }
      bursts.add(
          new BroadcastReport.Burst(
              intended[i],
              received[i],
              last[i],
              Arrays.stream(millis[i], 0, end).boxed().toList()));
    }
    return new BroadcastReport(bursts).merge(BroadcastReport.NONE);
  }
}
