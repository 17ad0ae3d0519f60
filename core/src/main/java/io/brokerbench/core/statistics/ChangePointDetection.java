package io.brokerbench.core.statistics;

import io.brokerbench.core.base.Bounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Finds the places at which the level of a series changes, as Hunter does (Fleming and others,
 * "Hunter: Using Change Point Detection to Hunt for Performance Regressions", ICPE 2023), which
 * lives on as Apache Otava.
 *
 * <p>Windows that overlap by half are split where the {@link EnergySplit energy distance} is
 * greatest, again and again, as long as Student's t-test finds the sides different at a generous
 * level. Of these weak change points, the weakest is taken away and its neighbours are judged anew,
 * until all that are left hold at the level that was asked for. Without windows, a change that is
 * later undone would be lost in a long series; without the second pass, the ends of windows would
 * decide.
 *
 * <p>The answer is a function of the values: nothing is drawn. For the same settings {@link #in} is
 * Otava's, which {@code ChangePointOracleTest} holds.
 *
 * @param window values that are looked at together; at least 2
 * @param maxP chance at which a change counts, from 0 to 1
 * @param minMagnitude {@link ChangePoint#magnitude() magnitude} that a change has to exceed, at
 *     least 0
 */
public record ChangePointDetection(
    @Bounds(min = 2) int window, @Bounds(max = 1) double maxP, double minMagnitude) {

  /** Otava's usual settings. */
  public static final ChangePointDetection OTAVA = new ChangePointDetection(50, 0.001, 0);

  /** Checks the limits. */
  public ChangePointDetection {
    if (window < 2 || !(maxP >= 0 && maxP <= 1) || !(minMagnitude >= 0)) {
      throw new IllegalArgumentException(
          "window %s, maxP %s, minMagnitude %s".formatted(window, maxP, minMagnitude));
    }
  }

  /** The change points of a series, in its order. */
  public List<ChangePoint> in(double[] series) {
    List<Integer> weak = List.copyOf(weak(series));
    List<ChangePoint> points = new ArrayList<>();
    for (int i = 0; i < weak.size(); i++) {
      points.add(
          tested(
              series,
              i == 0 ? 0 : weak.get(i - 1),
              weak.get(i),
              i + 1 == weak.size() ? series.length : weak.get(i + 1)));
    }
    while (true) {
      Optional<ChangePoint> weakest = weakest(points);
      if (weakest.isEmpty()) {
        return points;
      }
      int removed = points.indexOf(weakest.get());
      points.remove(removed);
      judgeAnew(series, points, removed);
      judgeAnew(series, points, removed + 1);
    }
  }

  /**
   * Those change points of a series that hold between the ones that are left, in its order. Otava
   * does not judge a point anew whose neighbour fell with another one; here each is.
   */
  public List<ChangePoint> holding(double[] series) {
    List<ChangePoint> points = new ArrayList<>(in(series));
    while (true) {
      for (int i = 0; i < points.size(); i++) {
        judgeAnew(series, points, i);
      }
      Optional<ChangePoint> weakest = weakest(points);
      if (weakest.isEmpty()) {
        return points;
      }
      points.remove(weakest.get());
    }
  }

  private void judgeAnew(double[] series, List<ChangePoint> points, int i) {
    if (i >= 0 && i < points.size()) {
      int from = i == 0 ? 0 : points.get(i - 1).index();
      int to = i + 1 == points.size() ? series.length : points.get(i + 1).index();
      points.set(i, tested(series, from, points.get(i).index(), to));
    }
  }

  /** The one that has to go next; empty where all may stay. */
  private Optional<ChangePoint> weakest(List<ChangePoint> points) {
    Optional<ChangePoint> unlikely =
        points.stream()
            .reduce((one, other) -> other.p() > one.p() ? other : one)
            .filter(point -> point.p() >= maxP);
    return unlikely.or(
        () ->
            points.stream()
                .min(Comparator.comparingDouble(ChangePoint::magnitude))
                .filter(point -> point.magnitude() <= minMagnitude));
  }

  private double generousP() {
    return maxP < 0.05 ? maxP * 10 : maxP < 0.5 ? maxP * 2 : maxP;
  }

  /** Indices of all that any window finds at the generous level. */
  private SortedSet<Integer> weak(double[] series) {
    SortedSet<Integer> weak = new TreeSet<>();
    int start = 0;
    while (start < series.length) {
      SortedSet<Integer> found = divided(series, start, Math.min(start + window, series.length));
      weak.addAll(found);
      start = Math.max(start + window / 2, found.isEmpty() ? 0 : found.last());
    }
    return weak;
  }

  /** Splits a window until the clearest split that is left is no longer significant. */
  private SortedSet<Integer> divided(double[] series, int from, int to) {
    SortedSet<Integer> splits = new TreeSet<>();
    while (true) {
      List<Integer> bounds = new ArrayList<>(splits);
      bounds.add(0, from);
      bounds.add(to);
      EnergySplit.Candidate best = null;
      double p = 1;
      for (int i = 0; i + 1 < bounds.size(); i++) {
        int left = bounds.get(i);
        int right = bounds.get(i + 1);
        EnergySplit.Candidate candidate = EnergySplit.of(series, left, right).orElse(null);
        if (candidate != null && (best == null || candidate.divergence() > best.divergence())) {
          best = candidate;
          p = tested(series, left, candidate.index(), right).p();
        }
      }
      if (best == null || p > generousP()) {
        return splits;
      }
      splits.add(best.index());
    }
  }

  private static ChangePoint tested(double[] series, int from, int index, int to) {
    double[] left = Arrays.copyOfRange(series, from, index);
    double[] right = Arrays.copyOfRange(series, index, to);
    double before = Mean.of(left).getAsDouble();
    double after = Mean.of(right).getAsDouble();
    return new ChangePoint(index, before, after, p(left, before, right, after));
  }

  /**
   * Student's t-test with one variance for both sides, two-sided. As in Otava, the variance of each
   * side is that of its values, not an estimate of where they come from.
   */
  private static double p(double[] left, double before, double[] right, double after) {
    int freedom = left.length + right.length - 2;
    if (freedom == 0 || before == after) {
      return 1;
    }
    double pooled =
        ((left.length - 1) * variance(left) + (right.length - 1) * variance(right)) / freedom;
    double error = Math.sqrt(pooled * (1.0 / left.length + 1.0 / right.length));
    return error == 0
        ? 0
        : 2 * TDistribution.of(freedom).survivalProbability(Math.abs(before - after) / error);
  }

  private static double variance(double[] values) {
    return Variance.of(values).setBiased(true).getAsDouble();
  }
}
