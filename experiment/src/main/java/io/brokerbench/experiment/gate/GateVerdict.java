package io.brokerbench.experiment.gate;

import java.util.List;
import java.util.Map;
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

  /** The verdict that follows from the figures; those decide that are to. */
  static GateVerdict of(List<FigureComparison> figures) {
    List<FigureComparison> deciding =
        figures.stream().filter(each -> each.figure().decides()).toList();
    if (deciding.isEmpty()) {
      return new GateVerdict(Decision.INCONCLUSIVE, "nothing was compared", figures);
    }
    Decision decision = Decision.PASS;
    for (Decision graver : List.of(Decision.INCONCLUSIVE, Decision.REGRESSED)) {
      boolean any = deciding.stream().anyMatch(m -> m.outcome().decision() == graver);
      decision = any ? graver : decision;
    }
    return new GateVerdict(decision, "", figures);
  }

  /** The same where some figures have passed already, at an earlier look. */
  public GateVerdict withPassed(Map<String, Pass> passed) {
    return of(
        figures.stream()
            .map(
                each ->
                    passed.containsKey(each.figure().path())
                        ? each.withOutcome(passed.get(each.figure().path()))
                        : each)
            .toList());
  }

  /** The same figures with another decision, and why. */
  public GateVerdict deciding(Decision other, String why) {
    return new GateVerdict(other, why, figures);
  }
}
