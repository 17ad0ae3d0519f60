package io.brokerbench.core.engine.lane;

import io.brokerbench.core.engine.measure.IntervalSample;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Merges the seconds of a worker's lanes before they leave its process, so that each worker sends
 * one sample per second, however many lanes it has. For one thread at a time.
 */
public final class LaneSampleMerger {

  private final int lanes;
  private final TreeMap<Integer, IntervalSample> sums = new TreeMap<>();
  private final TreeMap<Integer, Integer> parts = new TreeMap<>();

  /** For a worker with a number of lanes. */
  public LaneSampleMerger(int lanes) {
    this.lanes = lanes;
  }

  /** Takes samples of lanes, whose histograms are handed over; the seconds that all have closed. */
  public List<IntervalSample> closed(List<IntervalSample> samples) {
    List<IntervalSample> closed = new ArrayList<>();
    for (IntervalSample sample : samples) {
      sums.merge(sample.second(), sample, IntervalSample::absorb);
      if (parts.merge(sample.second(), 1, Integer::sum) == lanes) {
        parts.remove(sample.second());
        closed.add(sums.remove(sample.second()));
      }
    }
    return closed;
  }

  /** The seconds that some lanes have not closed, at the end. */
  public List<IntervalSample> open() {
    List<IntervalSample> open = List.copyOf(sums.values());
    sums.clear();
    parts.clear();
    return open;
  }
}
