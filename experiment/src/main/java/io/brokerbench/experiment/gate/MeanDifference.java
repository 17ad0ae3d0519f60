package io.brokerbench.experiment.gate;

import io.brokerbench.experiment.metric.ComparedValues;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By how much the candidate's mean lies above the baseline's, with Student's interval, or Welch's
 * where the values are not paired.
 *
 * @param mean the difference
 * @param standardError of it
 * @param degreesOfFreedom of Student's distribution
 */
record MeanDifference(double mean, double standardError, double degreesOfFreedom) {

  static MeanDifference of(ComparedValues samples) {
    return samples.paired()
        ? paired(samples.baseline(), samples.candidate())
        : unpaired(samples.baseline(), samples.candidate());
  }

  private static MeanDifference paired(List<Double> from, List<Double> to) {
    double[] differences = new double[from.size()];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = to.get(i) - from.get(i);
    }
    return new MeanDifference(
        mean(differences), Math.sqrt(varianceOfMean(differences)), differences.length - 1);
  }

  private static MeanDifference unpaired(List<Double> from, List<Double> to) {
    double[] first = from.stream().mapToDouble(v -> v).toArray();
    double[] second = to.stream().mapToDouble(v -> v).toArray();
    double a = varianceOfMean(first);
    double b = varianceOfMean(second);
    double freedom = (a + b) * (a + b) / (a * a / (first.length - 1) + b * b / (second.length - 1));
    return new MeanDifference(mean(second) - mean(first), Math.sqrt(a + b), freedom);
  }

  /**
   * Half the width of the interval that leaves out the truth on each side with this chance; none
   * where nothing varies, as such values say nothing of how much they might.
   */
  Optional<Double> halfWidth(double side) {
    return standardError > 0
        ? Optional.of(
            TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(side) * standardError)
        : Optional.empty();
  }

  private static double mean(double[] values) {
    return Mean.of(values).getAsDouble();
  }

  private static double varianceOfMean(double[] values) {
    return Variance.of(values).getAsDouble() / values.length;
  }
}
