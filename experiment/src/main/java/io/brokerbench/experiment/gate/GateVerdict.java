package io.brokerbench.experiment.gate;

import java.util.List;
import java.util.Objects;

/**
 * What a comparison says.
 *
 * @param decision REGRESSED if any figure is; else INCONCLUSIVE if any is, or if there is none;
 *     else PASS
 * @param reason why, where no figure says it; else empty
 * @param figures each figure that both sides have
 */
public record GateVerdict(Decision decision, String reason, List<FigureComparison> figures) {

  /** Copies the list. */
  public GateVerdict {
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(reason, "reason");
    figures = List.copyOf(figures);
  }

  /** The verdict that follows from the figures. */
  static GateVerdict of(List<FigureComparison> figures) {
    if (figures.isEmpty()) {
      return new GateVerdict(Decision.INCONCLUSIVE, "nothing was compared", figures);
    }
    Decision decision = Decision.PASS;
    for (Decision graver : List.of(Decision.INCONCLUSIVE, Decision.REGRESSED)) {
      boolean any = figures.stream().anyMatch(m -> m.outcome().decision() == graver);
      decision = any ? graver : decision;
    }
    return new GateVerdict(decision, "", figures);
  }

  /** The same figures with another decision, and why. */
  public GateVerdict deciding(Decision other, String why) {
    return new GateVerdict(other, why, figures);
  }
}
