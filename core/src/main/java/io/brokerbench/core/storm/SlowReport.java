package io.brokerbench.core.storm;

import java.util.Map;
import java.util.TreeMap;

/**
 * What was seen beside, and of, slow consumers. Merging is associative.
 *
 * @param missingOf deliveries that never came, by slow consumer
 * @param othersEnded connections of the other clients that the broker ended
 * @param held most deliveries to slow consumers that were owed and had not come at any one time
 */
public record SlowReport(Map<Integer, Long> missingOf, long othersEnded, long held) {

  /** Of a run that has no slow consumers. */
  public static final SlowReport NONE = new SlowReport(Map.of(), 0, 0);

  /** Copies the map. */
  public SlowReport {
    missingOf = Map.copyOf(missingOf);
  }

  /** Both reports as one. */
  public SlowReport merge(SlowReport other) {
    Map<Integer, Long> sum = new TreeMap<>(missingOf);
    other.missingOf.forEach((consumer, count) -> sum.merge(consumer, count, Long::sum));
    return new SlowReport(sum, othersEnded + other.othersEnded, Math.max(held, other.held));
  }

  /** The same where nothing is known of what never came. */
  SlowReport missingNothing() {
    return new SlowReport(Map.of(), othersEnded, held);
  }

  /** The same with the most deliveries that were owed. */
  SlowReport holding(long most) {
    return new SlowReport(missingOf, othersEnded, most);
  }

  /** Deliveries to slow consumers that never came. */
  public long missing() {
    return missingOf.values().stream().mapToLong(Long::longValue).sum();
  }
}
