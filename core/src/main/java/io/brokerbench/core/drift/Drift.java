package io.brokerbench.core.drift;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What changed over the steady state of a run of at least five minutes under a steady load. In a
 * document each kind is a property; absent is what was not measured.
 *
 * @param trends by their kinds, in their order
 */
public record Drift(@JsonValue Map<DriftKind, Trend> trends) {

  /** The shortest steady state in which drift is looked for. */
  public static final Duration LEAST_STEADY = Duration.ofMinutes(5);

  /** Copies the map. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Drift {
    Map<DriftKind, Trend> copy = new EnumMap<>(DriftKind.class);
    copy.putAll(trends);
    trends = Collections.unmodifiableMap(copy);
  }

  /** The kinds that took a course. */
  public List<DriftKind> of(Trend.Course course) {
    return trends.entrySet().stream()
        .filter(entry -> entry.getValue().course() == course)
        .map(Map.Entry::getKey)
        .toList();
  }
}
