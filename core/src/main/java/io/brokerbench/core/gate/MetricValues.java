package io.brokerbench.core.gate;

import java.util.List;

/**
 * The values of one metric in all repetitions.
 *
 * @param metric whose values they are
 * @param values one for each repetition, in their order
 */
public record MetricValues(Metric metric, List<Double> values) {

  /** Copies the list. */
  public MetricValues {
    values = List.copyOf(values);
  }
}
