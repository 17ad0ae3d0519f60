package io.brokerbench.core.gate;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.DefinitionException;
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

  /**
   * Those of some runs. Runs that say nothing of the broker are left out.
   *
   * @param runs at least one, all of the same scenario on the same broker
   * @param source as messages and documents call them
   * @throws DefinitionException if there is none, or they aren't repetitions of the same
   */
  public static Repetitions ofRuns(List<RunResult> runs, String source) {
    RunCollector collector = new RunCollector(source);
    for (int i = 0; i < runs.size(); i++) {
      collector.add(runs.get(i), source + "#" + (i + 1));
    }
    return collector
        .repetitions()
        .orElseThrow(() -> new DefinitionException(source + ": no runs to compare"));
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
