package io.brokerbench.experiment.search;

import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Where the limit lies.
 *
 * <p>Its ends are first of all those of the bracket: the highest rate that was sustained and the
 * lowest that was not. That is not a statement of probability but of what was seen: below, the
 * criterion was kept, above it was not. What it leaves out is how the broker differs from one run
 * to the next. Several confirmations show that: from two of them on, the interval is extended to
 * the 95 % confidence interval of the mean carried rate, by Student's t distribution, where that
 * reaches further. The wider one counts, as either alone promises too much: the bracket when runs
 * differ, the t interval when runs are alike (a rate that is kept to the last message has no
 * spread, however far below the limit it lies).
 *
 * @param lowPerSecond lower end
 * @param highPerSecond upper end; absent where no rate failed
 */
public record RateInterval(double lowPerSecond, OptionalDouble highPerSecond) {

  /** Of the t interval. */
  public static final double CONFIDENCE = 0.95;

  /**
   * The interval of a bracket and the confirmations of its lower end.
   *
   * @param low highest rate sustained
   * @param high lowest rate not sustained; infinite if there is none
   * @param confirmed carried rates of the confirmations
   */
  static RateInterval of(double low, double high, List<Double> confirmed) {
    double from = low;
    double to = high;
    int count = confirmed.size();
    if (count >= 2) {
      double[] rates = confirmed.stream().mapToDouble(rate -> rate).toArray();
      double mean = Mean.of(rates).getAsDouble();
      double error = Math.sqrt(Variance.of(rates).getAsDouble() / count);
      double t = TDistribution.of(count - 1.0).inverseSurvivalProbability((1 - CONFIDENCE) / 2);
      from = Math.min(from, mean - t * error);
      to = Math.max(to, mean + t * error);
    }
    return new RateInterval(
        Math.max(0, from), Double.isInfinite(to) ? OptionalDouble.empty() : OptionalDouble.of(to));
  }
}
