package io.brokerbench.core.statistics;

import io.brokerbench.core.base.Bounds;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/**
 * Welch's t-test, two-sided: whether two samples have different means, their variances being what
 * they are.
 *
 * @param meanFirst mean of the first sample
 * @param meanSecond mean of the second sample
 * @param t statistic; positive where the first mean is greater
 * @param degreesOfFreedom after Welch and Satterthwaite
 * @param p chance of a difference as great as this, were there none; two-sided
 */
public record WelchTest(
    @Bounds(min = Bounds.UNBOUNDED) double meanFirst,
    @Bounds(min = Bounds.UNBOUNDED) double meanSecond,
    @Bounds(min = Bounds.UNBOUNDED) double t,
    double degreesOfFreedom,
    @Bounds(max = 1) double p) {

  /** Below this a difference is called significant. */
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
    double[] one = array(first);
    double[] other = array(second);
    TTest.Result test = TTest.withDefaults().with(DataDispersion.HETEROSCEDASTIC).test(one, other);
    return Optional.of(
        new WelchTest(
            Mean.of(one).getAsDouble(),
            Mean.of(other).getAsDouble(),
            test.getStatistic(),
            test.getDegreesOfFreedom(),
            test.getPValue()));
  }

  private static boolean spreads(List<Double> sample) {
    return sample.stream().distinct().count() > 1;
  }

  private static double[] array(List<Double> sample) {
    return sample.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
