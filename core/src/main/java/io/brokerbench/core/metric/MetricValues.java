package io.brokerbench.core.metric;

import java.util.List;
import java.util.stream.IntStream;

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

  /** As multiples of others, of which there are as many. */
  MetricValues over(MetricValues reference) {
    return new MetricValues(
        metric.asRatio(),
        IntStream.range(0, values.size())
            .mapToObj(i -> values.get(i) / reference.values.get(i))
            .toList());
  }
}
