package io.brokerbench.core.statistics;

import java.util.Optional;

/**
 * The place at which a stretch of a series falls apart most clearly: where the energy distance
 * between what lies before it and what comes after it, weighted by their sizes, is greatest
 * (Matteson and James, "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate
 * Data", 2014, with an exponent of 1).
 *
 * <p>For {@code n} values {@code x} before and {@code m} values {@code y} after it, that is
 *
 * <pre>
 *   2 / (n + m) * (sum |x - y|  -  m / (n - 1) * sum |x - x'|  -  n / (m - 1) * sum |y - y'|)
 * </pre>
 *
 * over all pairs of each kind. What comes after may end before the stretch does, so that one change
 * does not hide behind a later one that undoes it. Time and memory grow with the square of the
 * stretch's length.
 */
final class EnergySplit {

  /**
   * A split.
   *
   * @param index of the first value after it, in the series
   * @param divergence weighted energy distance between both sides; above 0
   */
  record Candidate(int index, double divergence) {}

  private EnergySplit() {}

  /**
   * The clearest split of a stretch; of equal ones the first. Empty where all values are equal, and
   * where there are fewer than two.
   *
   * @param from index of the stretch's first value
   * @param to index after its last one
   */
  static Optional<Candidate> of(double[] series, int from, int to) {
    int length = to - from;
    double[][] pairsAfter = pairsAfter(series, from, length);
    // Distances between each value before the split and each later one, up to an end.
    double[] acrossAndWithin = new double[length + 1];
    double within = 0;
    int best = 0;
    double greatest = 0;
    for (int split = 1; split < length; split++) {
      double sum = 0;
      for (int end = split; end < length; end++) {
        sum += distance(series, from + split - 1, from + end);
        acrossAndWithin[end + 1] += sum;
      }
      for (int i = 0; i < split - 1; i++) {
        within += distance(series, from + i, from + split - 1);
      }
      for (int end = split + 1; end <= length; end++) {
        int before = split;
        int after = end - split;
        double divergence =
            2.0 / end * (acrossAndWithin[end] - within)
                - (before < 2 ? 0 : 2.0 * after / ((double) end * (before - 1)) * within)
                - (after < 2 ? 0 : 2.0 * before / ((double) end * (after - 1)))
                    * pairsAfter[split][end];
        if (divergence > greatest) {
          greatest = divergence;
          best = split;
        }
      }
    }
    return best == 0 ? Optional.empty() : Optional.of(new Candidate(from + best, greatest));
  }

  /** Sums of the distances of all pairs between a split and an end. */
  private static double[][] pairsAfter(double[] series, int from, int length) {
    double[][] sums = new double[length + 1][length + 1];
    for (int split = length - 2; split > 0; split--) {
      double sum = 0;
      for (int end = split + 2; end <= length; end++) {
        sum += distance(series, from + split, from + end - 1);
        sums[split][end] = sums[split + 1][end] + sum;
      }
    }
    return sums;
  }

  private static double distance(double[] series, int one, int other) {
    return Math.abs(series[one] - series[other]);
  }
}
