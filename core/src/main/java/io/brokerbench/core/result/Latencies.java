package io.brokerbench.core.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The latencies of a run, by their kinds. In a document each kind is a property.
 *
 * @param recorded those of which something was recorded, in their order
 */
public record Latencies(@JsonValue Map<LatencyKind, LatencySummary> recorded) {

  private static final LatencySummary NOTHING = LatencySummary.of(new Histogram(3));

  /** Leaves out what is empty. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Latencies {
    Map<LatencyKind, LatencySummary> copy = new EnumMap<>(LatencyKind.class);
    copy.putAll(recorded);
    copy.values().removeIf(latency -> latency.count() == 0);
    recorded = Collections.unmodifiableMap(copy);
  }

  /** One of them; all of its figures are 0 where nothing was recorded. */
  public LatencySummary of(LatencyKind kind) {
    return recorded.getOrDefault(kind, NOTHING);
  }

  /** One of them; empty where nothing was recorded. */
  public Optional<LatencySummary> find(LatencyKind kind) {
    return Optional.ofNullable(recorded.get(kind));
  }
}
