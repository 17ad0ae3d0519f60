package io.brokerbench.core.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How a rank statistic is distributed where there is no difference: the number of contrasts (Walsh
 * averages, or differences of each with each) that lie above the true shift.
 *
 * <p>Exact up to a size, which holds with ties too, as ties are counted against the claim. Beyond
 * it, the normal distribution with correction for continuity.
 */
interface NullDistribution {

  /** Pairs up to which the signed-rank statistic's distribution is counted out. */
  int EXACT_PAIRS = 100;

  /** Values of the larger side up to which the Mann-Whitney statistic's is. */
  int EXACT_SIDE = 40;

  /** The chance of at least so many, from 0 to the number of contrasts. */
  double atLeast(int count);

  /** That of Wilcoxon's signed-rank statistic of some pairs. */
  static NullDistribution signedRank(int pairs) {
    int most = pairs * (pairs + 1) / 2;
    if (pairs > EXACT_PAIRS) {
      double variance = pairs * (pairs + 1.0) * (2.0 * pairs + 1) / 24;
      return normal(most / 2.0, Math.sqrt(variance));
    }
    // Each rank is in the sum or not, with a chance of a half.
    double[] chances = new double[most + 1];
    chances[0] = 1;
    for (int rank = 1; rank <= pairs; rank++) {
      for (int sum = most; sum >= 0; sum--) {
        chances[sum] = (chances[sum] + (sum >= rank ? chances[sum - rank] : 0)) / 2;
      }
    }
    return ofChances(chances);
  }

  /** That of Mann and Whitney's statistic of two sides. */
  static NullDistribution mannWhitney(int first, int second) {
    if (Math.max(first, second) > EXACT_SIDE) {
      double product = (double) first * second;
      return normal(product / 2, Math.sqrt(product * (first + second + 1) / 12));
    }
    // The greatest of all values is of the one side, and is above all of the other, or is not.
    double[][] row = new double[second + 1][];
    for (int n = 0; n <= first; n++) {
      double[][] next = new double[second + 1][];
      for (int m = 0; m <= second; m++) {
        next[m] = n == 0 || m == 0 ? new double[] {1} : mixed(row[m], next[m - 1], n, m);
      }
      row = next;
    }
    return ofChances(row[second]);
  }

  private static double[] mixed(double[] fewerFirst, double[] fewerSecond, int n, int m) {
    double[] chances = new double[n * m + 1];
    double share = (double) n / (n + m);
    for (int u = 0; u < fewerFirst.length; u++) {
      chances[u + m] += share * fewerFirst[u];
    }
    for (int u = 0; u < fewerSecond.length; u++) {
      chances[u] += (1 - share) * fewerSecond[u];
    }
    return chances;
  }

  private static NullDistribution ofChances(double[] chances) {
    double[] atLeast = chances.clone();
    for (int i = atLeast.length - 2; i >= 0; i--) {
      atLeast[i] += atLeast[i + 1];
    }
    return count -> count >= atLeast.length ? 0 : Math.min(1, atLeast[Math.max(0, count)]);
  }

  private static NullDistribution normal(double mean, double deviation) {
    NormalDistribution normal = NormalDistribution.of(mean, deviation);
    return count -> normal.survivalProbability(count - 0.5);
  }
}
