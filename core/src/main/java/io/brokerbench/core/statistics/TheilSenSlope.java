package io.brokerbench.core.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The slope of a series: the median of the slopes of all pairs of its points (Theil 1950, Sen
 * 1968), which outliers do not move, with an interval that allows for autocorrelation.
 *
 * <p>For independent values, the interval is Sen's: the slopes whose ranks lie about the middle as
 * far as Kendall's statistic S may lie from 0, with its variance n(n-1)(2n+5)/18. Values that
 * depend on their neighbours say less: n of them with an autocorrelation of r are worth
 * n(1-r)/(1+r) independent ones (Bayley and Hammersley 1946). The interval is widened by the root
 * of that, as Hamed and Rao (1998) widen the variance of S, and by Student's quantile for so few
 * values. r is the lag-1 autocorrelation of the ranks of the residuals, with the bias of a fit of a
 * line undone (2 + 4r in n values; Marriott and Pope 1954). No interval reaches beyond the slopes
 * of all pairs.
 *
 * @param slope in the unit of the values by that of the places
 * @param low lower end of its interval
 * @param high upper end of its interval
 */
public record TheilSenSlope(double slope, double low, double high) {

  /** With all that is measured at this correlation, almost nothing is known. */
  private static final double MOST_CORRELATION = 0.98;

  /** With fewer degrees of freedom, Student's quantiles say nothing any more. */
  private static final double LEAST_FREEDOM = 4;

  private static final Median MEDIAN = Median.withDefaults().withCopy(true);

  /**
   * The slope of a series.
   *
   * @param places in ascending order, all different, about evenly apart; at least 10
   * @param confidence of the interval, two-sided
   */
  public static TheilSenSlope of(double[] places, double[] values, double confidence) {
    int n = places.length;
    if (n < 10 || values.length != n) {
      throw new IllegalArgumentException(n + " places and " + values.length + " values");
    }
    double[] slopes = slopes(places, values);
    Arrays.sort(slopes);
    double slope = MEDIAN.evaluate(slopes);
    double tail = (1 + confidence) / 2;
    double normal = NormalDistribution.of(0, 1).inverseCumulativeProbability(tail);
    double reach = normal * Math.sqrt(n * (n - 1.0) * (2.0 * n + 5) / 18);
    double low = slopes[(int) Math.max(0, Math.floor((slopes.length - reach) / 2) - 1)];
    double high = slopes[(int) Math.min(slopes.length - 1, Math.ceil((slopes.length + reach) / 2))];
    double correlation = correlation(residuals(places, values, slope));
    double inflation = (1 + correlation) / (1 - correlation);
    double freedom = Math.max(LEAST_FREEDOM, n / inflation - 2);
    double student = TDistribution.of(freedom).inverseCumulativeProbability(tail);
    double wider = Math.sqrt(inflation) * student / normal;
    return new TheilSenSlope(
        slope,
        Math.max(slopes[0], slope - (slope - low) * wider),
        Math.min(slopes[slopes.length - 1], slope + (high - slope) * wider));
  }

  private static double[] slopes(double[] places, double[] values) {
    int n = places.length;
    double[] slopes = new double[n * (n - 1) / 2];
    int next = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        slopes[next++] = (values[j] - values[i]) / (places[j] - places[i]);
      }
    }
    return slopes;
  }

  /** What a line of a slope leaves, without its height. */
  static double[] residuals(double[] places, double[] values, double slope) {
    return IntStream.range(0, places.length)
        .mapToDouble(i -> values[i] - slope * places[i])
        .toArray();
  }

  /** Of each with the next, by ranks; at least 0. */
  private static double correlation(double[] residuals) {
    int n = residuals.length;
    double[] ranks = ranks(residuals);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      squares += ranks[i] * ranks[i];
      sum += i == 0 ? 0 : ranks[i] * ranks[i - 1];
    }
    double lagged = squares == 0 ? 0 : sum / squares;
    return Math.max(0, Math.min(MOST_CORRELATION, (lagged * n + 2) / (n - 4)));
  }

  /** Centred about 0; equal values share a rank. */
  private static double[] ranks(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double[] ranks = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      for (double other : sorted) {
        ranks[i] += Double.compare(values[i], other) / 2.0;
      }
    }
    return ranks;
  }
}
