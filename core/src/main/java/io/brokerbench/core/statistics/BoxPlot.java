package io.brokerbench.core.statistics;

import io.brokerbench.core.base.Bounds;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * What a box plot shows of some samples (Tukey's, as R and Matplotlib draw it).
 *
 * @param n number of samples
 * @param min the least
 * @param lowerWhisker least sample that is no further than 1.5 interquartile ranges below the box
 * @param q1 lower quartile; quartiles interpolate as type 7 of Hyndman and Fan does, which is R's
 *     and NumPy's default
 * @param median median
 * @param q3 upper quartile
 * @param upperWhisker greatest sample that is no further than 1.5 interquartile ranges above the
 *     box
 * @param max the greatest
 * @param mean arithmetic mean
 * @param outliers samples beyond the whiskers, in ascending order
 */
@Bounds(min = Bounds.UNBOUNDED)
public record BoxPlot(
    @Bounds(min = 1) int n,
    double min,
    double lowerWhisker,
    double q1,
    double median,
    double q3,
    double upperWhisker,
    double max,
    double mean,
    List<Double> outliers) {

  private static final double REACH = 1.5;
  private static final Quantile QUARTILES =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).withCopy(true);

  /** Copies the list. */
  public BoxPlot {
    outliers = List.copyOf(outliers);
  }

  /**
   * Of some samples.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static BoxPlot of(List<Double> samples) {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("a box plot needs a sample");
    }
    double[] sorted = samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double[] quartiles = QUARTILES.evaluate(sorted, 0.25, 0.5, 0.75);
    double reach = REACH * (quartiles[2] - quartiles[0]);
    double lowest = quartiles[0] - reach;
    double highest = quartiles[2] + reach;
    double[] within =
        Arrays.stream(sorted).filter(value -> value >= lowest && value <= highest).toArray();
    return new BoxPlot(
        sorted.length,
        sorted[0],
        Math.min(within[0], quartiles[0]),
        quartiles[0],
        quartiles[1],
        quartiles[2],
        Math.max(within[within.length - 1], quartiles[2]),
        sorted[sorted.length - 1],
        Mean.of(sorted).getAsDouble(),
        Arrays.stream(sorted).filter(value -> value < lowest || value > highest).boxed().toList());
  }
}
