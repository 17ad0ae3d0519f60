package io.brokerbench.experiment.gate;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.experiment.metric.ComparedValues;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.Tolerances;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of all pairs so far. Only figures that every run has are compared.
 *
 * <p>For one experiment, on one thread.
 */
public final class PairedRuns {

  private final Tolerances tolerances;
  private final List<AbPair> pairs = new ArrayList<>();
  private final Map<String, Figure> figures = new LinkedHashMap<>();
  private final Map<String, List<Double>> baseline = new LinkedHashMap<>();
  private final Map<String, List<Double>> candidate = new LinkedHashMap<>();

  public PairedRuns(Tolerances tolerances) {
    this.tolerances = tolerances;
  }

  public void add(Side first, RunMeasurement from, RunMeasurement to) {
    pairs.add(new AbPair(pairs.size() + 1, first, from.run(), to.run()));
    from.values().forEach((figure, value) -> put(baseline, figure.path(), value));
    to.values()
        .forEach(
            (figure, value) -> {
              figures.put(figure.path(), figure);
              put(candidate, figure.path(), value);
            });
  }

  public int size() {
    return pairs.size();
  }

  public List<AbPair> pairs() {
    return pairs;
  }

  /** What there is to judge. */
  public List<ComparedValues> samples() {
    List<ComparedValues> samples = new ArrayList<>();
    figures.forEach(
        (name, figure) -> {
          List<Double> from = baseline.getOrDefault(name, List.of());
          List<Double> to = candidate.get(name);
          if (from.size() == pairs.size() && to.size() == pairs.size()) {
            tolerances
                .applied(figure)
                .ifPresent(tolerated -> samples.add(new ComparedValues(tolerated, true, from, to)));
          }
        });
    return samples;
  }

  private static void put(Map<String, List<Double>> all, String figure, double value) {
    all.computeIfAbsent(figure, m -> new ArrayList<>()).add(value);
  }
}
