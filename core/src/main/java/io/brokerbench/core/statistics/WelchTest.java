package io.brokerbench.core.statistics;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Welch's t-test, two-sided: whether two samples have different means, their variances being what
 * they are.
 *
 * @param meanFirst mean of the first sample
 * @param meanSecond mean of the second
 * @param t statistic; positive where the first mean is greater
 * @param degreesOfFreedom after Welch and Satterthwaite
 * @param p chance of a difference as great as this, were there none
 */
public record WelchTest(
    double meanFirst, double meanSecond, double t, double degreesOfFreedom, double p) {

  /** Below this a difference is called significant, as in the thesis. */
  public static final double LEVEL = 0.05;

  /** Whether the difference is significant. */
  public boolean significant() {
    return p < LEVEL;
  }

  /** The test; empty where a sample has fewer than two values, or neither has any spread. */
  public static Optional<WelchTest> of(List<Double> first, List<Double> second) {
    if (first.size() < 2 || second.size() < 2 || !(spreads(first) || spreads(second))) {
      return Optional.empty();
    }
    double one = variance(first) / first.size();
    double other = variance(second) / second.size();
    double difference = mean(first) - mean(second);
    double t = difference / Math.sqrt(one + other);
    double freedom =
        (one + other)
            * (one + other)
            / (one * one / (first.size() - 1) + other * other / (second.size() - 1));
    double p = 2 * TDistribution.of(freedom).survivalProbability(Math.abs(t));
    return Optional.of(new WelchTest(mean(first), mean(second), t, freedom, p));
  }

  private static boolean spreads(List<Double> sample) {
    return sample.stream().distinct().count() > 1;
  }

  private static double variance(List<Double> sample) {
    double mean = mean(sample);
    return sample.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum() / (sample.size() - 1);
  }

  private static double mean(List<Double> sample) {
    return sample.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
