package io.brokerbench.core.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By how much one side lies above the other: the Hodges-Lehmann estimate, and the test and the
 * interval of Wilcoxon's ranks that go with it.
 *
 * <p>A rank test of few values cannot say more than that all of them point one way: six pairs never
 * reach a chance below 1 in 64. Where more is asked of them, they all have to point that way, and
 * Student's t has to agree. So the chance of a false alarm is never more than the ranks' own least
 * chance, whatever the noise; see docs/decisions.
 *
 * <p>Interval and test agree: a margin lies outside of the interval if and only if the test of it
 * has a chance of at most the interval's side.
 */
public final class RankShift {

  /** Least spread that is believed, as figures are rounded to about a thousandth. */
  private static final double RESOLUTION = 5e-4;

  private final double[] contrasts;
  private final NullDistribution ranks;
  private final double mean;
  private final double standardError;
  private final double degreesOfFreedom;

  private RankShift(
      double[] contrasts, NullDistribution ranks, double mean, double error, double freedom) {
    this.contrasts = contrasts;
    this.ranks = ranks;
    this.mean = mean;
    this.standardError = error;
    this.degreesOfFreedom = freedom;
    Arrays.sort(contrasts);
  }

  /**
   * The shift of paired values.
   *
   * @param differences of the pairs, at least one
   */
  public static RankShift paired(double[] differences) {
    int n = differences.length;
    double[] walsh = new double[n * (n + 1) / 2];
    int next = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        walsh[next++] = (differences[i] + differences[j]) / 2;
      }
    }
    Moments moments = Moments.of(differences);
    return new RankShift(
        walsh,
        NullDistribution.signedRank(n),
        moments.mean,
        Math.sqrt(moments.varianceOfMean()),
        Math.max(1, n - 1));
  }

  /**
   * The shift from one side's values to the other's, of which no two belong together.
   *
   * @param from at least one
   * @param to at least one
   */
  public static RankShift unpaired(double[] from, double[] to) {
    double[] differences = new double[from.length * to.length];
    int next = 0;
    for (double a : from) {
      for (double b : to) {
        differences[next++] = b - a;
      }
    }
    Moments first = Moments.of(from);
    Moments second = Moments.of(to);
    double variance = first.varianceOfMean() + second.varianceOfMean();
    double welch =
        variance
            * variance
            / (first.varianceOfMean() * first.varianceOfMean() / Math.max(1, from.length - 1)
                + second.varianceOfMean() * second.varianceOfMean() / Math.max(1, to.length - 1));
    return new RankShift(
        differences,
        NullDistribution.mannWhitney(from.length, to.length),
        second.mean - first.mean,
        Math.sqrt(variance),
        welch);
  }

  /** The median of the contrasts: Hodges and Lehmann's estimate. */
  public double estimate() {
    int half = contrasts.length / 2;
    return contrasts.length % 2 == 1
        ? contrasts[half]
        : (contrasts[half - 1] + contrasts[half]) / 2;
  }

  /** The chance of such values if the true shift were at most the margin. */
  public double chanceIfAtMost(double margin) {
    double byRanks = chanceOfRanksIfAtMost(margin);
    return contrasts[0] > margin
        ? Math.min(byRanks, student().survivalProbability((mean - margin) / standardError))
        : byRanks;
  }

  /** The same by the ranks alone. */
  public double chanceOfRanksIfAtMost(double margin) {
    return ranks.atLeast((int) Arrays.stream(contrasts).filter(c -> c > margin).count());
  }

  /** Lower end of an interval that leaves out the true shift on that side with this chance. */
  public double low(double side) {
    int least = leastCount(side);
    return least <= contrasts.length
        ? contrasts[contrasts.length - least]
        : Math.min(contrasts[0], mean - student().inverseSurvivalProbability(side) * standardError);
  }

  /** Upper end, likewise. */
  public double high(double side) {
    return -mirrored().low(side);
  }

  private int leastCount(double side) {
    int count = contrasts.length;
    if (ranks.atLeast(count) > side) {
      return count + 1;
    }
    while (count > 0 && ranks.atLeast(count - 1) <= side) {
      count--;
    }
    return count;
  }

  private RankShift mirrored() {
    double[] negated = Arrays.stream(contrasts).map(c -> -c).toArray();
    return new RankShift(negated, ranks, -mean, standardError, degreesOfFreedom);
  }

  private TDistribution student() {
    return TDistribution.of(degreesOfFreedom);
  }

  /** Mean and variance of some values. */
  private record Moments(double mean, double variance, int count) {

    static Moments of(double[] values) {
      double variance = Variance.of(values).getAsDouble();
      return new Moments(
          Mean.of(values).getAsDouble(),
          Math.max(variance, RESOLUTION * RESOLUTION),
          values.length);
    }

    double varianceOfMean() {
      return variance / count;
    }
  }
}
