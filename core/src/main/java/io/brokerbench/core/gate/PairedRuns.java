package io.brokerbench.core.gate;

import io.brokerbench.core.metric.Measured;
import io.brokerbench.core.metric.Metric;
import io.brokerbench.core.metric.Samples;
import io.brokerbench.core.metric.Tolerances;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of all pairs so far. Only metrics that every run has are compared.
 *
 * <p>For one experiment, on one thread.
 */
public final class PairedRuns {

  private final Tolerances tolerances;
  private final List<AbPair> pairs = new ArrayList<>();
  private final Map<String, Metric> metrics = new LinkedHashMap<>();
  private final Map<String, List<Double>> baseline = new LinkedHashMap<>();
  private final Map<String, List<Double>> candidate = new LinkedHashMap<>();

  public PairedRuns(Tolerances tolerances) {
    this.tolerances = tolerances;
  }

  public void add(Side first, Measured from, Measured to) {
    pairs.add(new AbPair(pairs.size() + 1, first, from.run(), to.run()));
    from.values().forEach((metric, value) -> put(baseline, metric.name(), value));
    to.values()
        .forEach(
            (metric, value) -> {
              metrics.put(metric.name(), metric);
              put(candidate, metric.name(), value);
            });
  }

  public int size() {
    return pairs.size();
  }

  public List<AbPair> pairs() {
    return pairs;
  }

  /** What there is to judge. */
  public List<Samples> samples() {
    List<Samples> samples = new ArrayList<>();
    metrics.forEach(
        (name, metric) -> {
          List<Double> from = baseline.getOrDefault(name, List.of());
          List<Double> to = candidate.get(name);
          if (from.size() == pairs.size() && to.size() == pairs.size()) {
            tolerances
                .applied(metric)
                .ifPresent(tolerated -> samples.add(new Samples(tolerated, true, from, to)));
          }
        });
    return samples;
  }

  private static void put(Map<String, List<Double>> all, String metric, double value) {
    all.computeIfAbsent(metric, m -> new ArrayList<>()).add(value);
  }
}
