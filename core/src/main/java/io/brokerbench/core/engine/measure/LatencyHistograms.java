package io.brokerbench.core.engine.measure;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.brokerbench.core.result.LatencyKind;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Histograms of latencies in nanoseconds, by their kinds. Merging is associative. Not safe for use
 * by several threads.
 *
 * @param recorded those that have values
 */
public record LatencyHistograms(@JsonValue Map<LatencyKind, Histogram> recorded) {

  /** With these histograms, which are then its own; those without values are left out. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public LatencyHistograms {
    Map<LatencyKind, Histogram> own = new EnumMap<>(LatencyKind.class);
    own.putAll(recorded);
    own.values().removeIf(histogram -> histogram.getTotalCount() == 0);
    recorded = own;
  }

  /** Without values. */
  public LatencyHistograms() {
    this(Map.of());
  }

  /** The histogram of a kind; a new one where there are no values. Not to be changed. */
  public Histogram of(LatencyKind kind) {
    Histogram histogram = recorded.get(kind);
    return histogram == null ? LatencyRecorder.newHistogram() : histogram;
  }

  /** Adds a value several times. */
  public void record(LatencyKind kind, long nanos, long count) {
    own(kind).recordValueWithCount(nanos, count);
  }

  private Histogram own(LatencyKind kind) {
    return recorded.computeIfAbsent(kind, k -> LatencyRecorder.newHistogram());
  }

  /** The same with histograms of its own. */
  public LatencyHistograms copy() {
    LatencyHistograms copy = new LatencyHistograms();
    recorded.forEach((kind, histogram) -> copy.recorded.put(kind, histogram.copy()));
    return copy;
  }

  /** Adds the other's values to these. */
  public void add(LatencyHistograms other) {
    other.recorded.forEach((kind, histogram) -> own(kind).add(histogram));
  }
}
