package io.brokerbench.core.gate;

import io.brokerbench.core.metric.Metric;
import java.util.List;

/**
 * One metric compared.
 *
 * @param metric with the tolerance that counted
 * @param outcome what the comparison says of it
 * @param baseline its values in each repetition, in the order of the repetitions
 * @param candidate likewise
 */
public record MetricComparison(
    Metric metric, GateOutcome outcome, List<Double> baseline, List<Double> candidate) {

  /** Copies the lists. */
  public MetricComparison {
    baseline = List.copyOf(baseline);
    candidate = List.copyOf(candidate);
  }
}
