package io.brokerbench.core.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of all pairs so far. Only metrics that every run has are compared.
 *
 * <p>For one experiment, on one thread.
 */
final class PairedRuns {

  private final Tolerances tolerances;
  private final List<AbPair> pairs = new ArrayList<>();
  private final Map<Metric, List<Double>> baseline = new LinkedHashMap<>();
  private final Map<Metric, List<Double>> candidate = new LinkedHashMap<>();

  PairedRuns(Tolerances tolerances) {
    this.tolerances = tolerances;
  }

  void add(Side first, Measured from, Measured to) {
    pairs.add(new AbPair(pairs.size() + 1, first, from.run(), to.run()));
    from.values().forEach((metric, value) -> put(baseline, metric, value));
    to.values().forEach((metric, value) -> put(candidate, metric, value));
  }

  int size() {
    return pairs.size();
  }

  List<AbPair> pairs() {
    return pairs;
  }

  /** What there is to judge. */
  List<Samples> samples() {
    List<Samples> samples = new ArrayList<>();
    baseline.forEach(
        (metric, from) -> {
          List<Double> to = candidate.getOrDefault(metric, List.of());
          if (from.size() == pairs.size() && to.size() == pairs.size()) {
            tolerances
                .applied(metric)
                .ifPresent(tolerated -> samples.add(new Samples(tolerated, true, from, to)));
          }
        });
    return samples;
  }

  private static void put(Map<Metric, List<Double>> all, Metric metric, double value) {
    all.computeIfAbsent(metric, m -> new ArrayList<>()).add(value);
  }
}
