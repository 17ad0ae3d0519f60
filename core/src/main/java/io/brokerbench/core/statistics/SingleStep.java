package io.brokerbench.core.statistics;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A series as two levels with one step between them: the split at which the absolute deviations
 * from the medians of both sides are least.
 *
 * @param index of the first value of the second level
 * @param size second median - first median
 * @param left what the step leaves of the absolute deviations from one median of all, as a share
 */
public record SingleStep(int index, double size, double left) {

  /** Of all values, the least that a side has: a few outliers at an end are no level. */
  private static final double LEAST_SIDE = 0.1;

  private static final Median MEDIAN = Median.withDefaults().withCopy(true);

  /** The step that explains a series better than a line of a slope does; empty if none does. */
  public static Optional<SingleStep> betterThan(
      TheilSenSlope line, double[] places, double[] values) {
    double least = deviation(TheilSenSlope.residuals(places, values, line.slope()));
    double ofAll = deviation(values);
    int n = values.length;
    int side = Math.max(2, (int) Math.round(n * LEAST_SIDE));
    SingleStep best = null;
    for (int i = side; i <= n - side; i++) {
      double[] before = Arrays.copyOfRange(values, 0, i);
      double[] after = Arrays.copyOfRange(values, i, n);
      double deviation = deviation(before) + deviation(after);
      if (deviation < least) {
        least = deviation;
        best = new SingleStep(i, MEDIAN.evaluate(after) - MEDIAN.evaluate(before), least / ofAll);
      }
    }
    return Optional.ofNullable(best);
  }

  private static double deviation(double[] values) {
    double median = MEDIAN.evaluate(values);
    return Arrays.stream(values).map(value -> Math.abs(value - median)).sum();
  }
}
