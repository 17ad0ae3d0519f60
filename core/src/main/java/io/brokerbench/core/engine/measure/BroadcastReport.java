package io.brokerbench.core.engine.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The bursts of a broadcast, as one lane or several together saw them. Merging is associative.
 *
 * @param bursts in the order of their intended send times
 */
public record BroadcastReport(List<Burst> bursts) {

  /** Of a run that is not a broadcast. */
  public static final BroadcastReport NONE = new BroadcastReport(List.of());

  public BroadcastReport {
    bursts = List.copyOf(bursts);
  }

  /** Both reports as one. */
  BroadcastReport merge(BroadcastReport other) {
    TreeMap<Long, Burst> sums = new TreeMap<>();
    bursts.forEach(burst -> sums.put(burst.intendedNanos, burst));
    other.bursts.forEach(burst -> sums.merge(burst.intendedNanos, burst, Burst::plus));
    return new BroadcastReport(new ArrayList<>(sums.values()));
  }

  /**
   * One message to all consumers.
   *
   * @param intendedNanos its intended send time
   * @param received consumers that got it
   * @param lastNanos from the intended send time to the last delivery so far
   * @param millis deliveries in each millisecond since the intended send time
   */
  public record Burst(long intendedNanos, int received, long lastNanos, List<Integer> millis) {

    public Burst {
      millis = List.copyOf(millis);
    }

    Burst plus(Burst other) {
      List<Integer> sums = new ArrayList<>();
      for (int i = 0; i < Math.max(millis.size(), other.millis.size()); i++) {
        sums.add(deliveriesIn(i) + other.deliveriesIn(i));
      }
      return new Burst(
          intendedNanos, received + other.received, Math.max(lastNanos, other.lastNanos), sums);
    }

    private int deliveriesIn(int milli) {
      return milli >= 0 && milli < millis.size() ? millis.get(milli) : 0;
    }

    /** Most deliveries in a window, which begins at any millisecond. */
    public long peak(int windowMillis) {
      long window = 0;
      long peak = 0;
      for (int i = 0; i < millis.size(); i++) {
        window += millis.get(i) - deliveriesIn(i - windowMillis);
        peak = Math.max(peak, window);
      }
      return peak;
    }
  }
}
