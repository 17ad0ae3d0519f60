package io.brokerbench.experiment.metric;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.statistics.RankShift;
import java.util.List;

/**
 * The values of one figure on both sides.
 *
 * @param figure with the tolerance that counts
 * @param paired whether the values of the same index belong together
 * @param baseline one value for each repetition
 * @param candidate likewise; as many where they are paired
 */
public record ComparedValues(
    Figure figure, boolean paired, List<Double> baseline, List<Double> candidate) {

  /** Checks that there is something to compare. */
  public ComparedValues {
    baseline = List.copyOf(baseline);
    candidate = List.copyOf(candidate);
    if (baseline.isEmpty() || candidate.isEmpty()) {
      throw new DefinitionException(figure.path(), "at least one value of each side", 0);
    }
    if (paired && baseline.size() != candidate.size()) {
      throw new DefinitionException(
          figure.path(),
          "as many values of the candidate as of the baseline, " + baseline.size(),
          candidate.size());
    }
  }

  public int least() {
    return Math.min(baseline.size(), candidate.size());
  }

  /** By how much the candidate is worse, as a natural logarithm. */
  public RankShift worsening() {
    if (paired) {
      double[] differences = new double[baseline.size()];
      for (int i = 0; i < differences.length; i++) {
        differences[i] = figure.worsening(baseline.get(i), candidate.get(i));
      }
      return RankShift.paired(differences);
    }
    return RankShift.unpaired(worseningFromOne(baseline), worseningFromOne(candidate));
  }

  private double[] worseningFromOne(List<Double> values) {
    return values.stream().mapToDouble(value -> figure.worsening(1, value)).toArray();
  }
}
