package io.brokerbench.core.gate;

import java.util.List;
import java.util.Objects;

/**
 * What a comparison says.
 *
 * @param decision REGRESSED if any metric is; else INCONCLUSIVE if any is, or if there is none;
 *     else PASS
 * @param reason why, where no metric says it; else empty
 * @param metrics each of them
 */
public record GateVerdict(Decision decision, String reason, List<MetricComparison> metrics) {

  /** Copies the list. */
  public GateVerdict {
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(reason, "reason");
    metrics = List.copyOf(metrics);
  }

  /** The verdict that follows from the metrics. */
  static GateVerdict of(List<MetricComparison> metrics) {
    if (metrics.isEmpty()) {
      return new GateVerdict(Decision.INCONCLUSIVE, "nothing was compared", metrics);
    }
    Decision decision = Decision.PASS;
    for (Decision graver : List.of(Decision.INCONCLUSIVE, Decision.REGRESSED)) {
      boolean any = metrics.stream().anyMatch(m -> m.outcome().decision() == graver);
      decision = any ? graver : decision;
    }
    return new GateVerdict(decision, "", metrics);
  }

  /** The same metrics with another decision, and why. */
  public GateVerdict deciding(Decision other, String why) {
    return new GateVerdict(other, why, metrics);
  }
}
