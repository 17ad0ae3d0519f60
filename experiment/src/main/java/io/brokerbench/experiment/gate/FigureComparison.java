package io.brokerbench.experiment.gate;

import io.brokerbench.core.figure.Figure;
import java.util.List;

/**
 * One figure compared.
 *
 * @param figure what is compared, with the tolerance that counted
 * @param outcome what the comparison says of it
 * @param baseline the baseline's values, one for each repetition
 * @param candidate the candidate's, likewise; of a pair, at the same place
 */
public record FigureComparison(
    Figure figure, GateOutcome outcome, List<Double> baseline, List<Double> candidate) {

  /** Copies the lists. */
  public FigureComparison {
    baseline = List.copyOf(baseline);
    candidate = List.copyOf(candidate);
  }

  /** The same with what another look said. */
  FigureComparison withOutcome(GateOutcome other) {
    return new FigureComparison(figure, other, baseline, candidate);
  }
}
