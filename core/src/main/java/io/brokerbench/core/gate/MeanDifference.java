package io.brokerbench.core.gate;

import io.brokerbench.core.metric.Samples;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By how much the candidate's mean lies above the baseline's, with Student's interval, or Welch's
 * where the values aren't paired.
 *
 * @param mean the difference
 * @param standardError of it
 * @param degreesOfFreedom of Student's distribution
 */
record MeanDifference(double mean, double standardError, double degreesOfFreedom) {

  static MeanDifference of(Samples samples) {
    return samples.paired()
        ? paired(samples.baseline(), samples.candidate())
        : unpaired(samples.baseline(), samples.candidate());
  }

  private static MeanDifference paired(List<Double> from, List<Double> to) {
    double[] differences = new double[from.size()];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = to.get(i) - from.get(i);
    }
    double mean = mean(differences);
    return new MeanDifference(
        mean, Math.sqrt(varianceOfMean(differences, mean)), differences.length - 1);
  }

  private static MeanDifference unpaired(List<Double> from, List<Double> to) {
    double[] first = from.stream().mapToDouble(v -> v).toArray();
    double[] second = to.stream().mapToDouble(v -> v).toArray();
    double a = varianceOfMean(first, mean(first));
    double b = varianceOfMean(second, mean(second));
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
    return DoubleStream.of(values).average().orElseThrow();
  }

  private static double varianceOfMean(double[] values, double mean) {
    double squares = DoubleStream.of(values).map(v -> (v - mean) * (v - mean)).sum();
    return values.length < 2 ? 0 : squares / (values.length - 1) / values.length;
  }
}
