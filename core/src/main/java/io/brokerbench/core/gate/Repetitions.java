package io.brokerbench.core.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Figures that were measured before.
 *
 * @param subject what they were measured on
 * @param metrics their values
 */
public record Repetitions(Subject subject, List<MetricValues> metrics) {

  /** Copies the list. */
  public Repetitions {
    metrics = List.copyOf(metrics);
  }

  /** The values of a metric. */
  public Optional<MetricValues> values(String metric) {
    return metrics.stream().filter(m -> m.metric().name().equals(metric)).findFirst();
  }

  /** What both have, to be judged. */
  public List<Samples> against(Repetitions candidate, Tolerances tolerances) {
    List<Samples> samples = new ArrayList<>();
    for (MetricValues from : metrics) {
      candidate
          .values(from.metric().name())
          .ifPresent(
              to ->
                  tolerances
                      .applied(from.metric())
                      .ifPresent(
                          metric ->
                              samples.add(new Samples(metric, false, from.values(), to.values()))));
    }
    return samples;
  }
}
