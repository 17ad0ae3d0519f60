package io.brokerbench.core.statistics;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Where a curve begins to rise faster: two straight lines that meet at one of its points, at which
 * the squares of vertical distances are least.
 *
 * @param x of that point
 * @param slopeBefore slope of the first line
 * @param slopeAfter slope of the second line
 */
public record Knee(double x, double slopeBefore, double slopeAfter) {

  private static final int LEAST_POINTS = 5;

  /** Most that the two lines may leave of the squares that one line leaves. */
  private static final double MOST_LEFT = 0.25;

  private static final double STEEPER = 2;

  /** Share of the variance up to which points lie on one line, but for rounding. */
  private static final double ON_A_LINE = 1 - 1e-9;

  /**
   * The knee; empty where there are fewer than five points, where two lines leave more than a
   * quarter of the squares that one leaves, and where the second is not at least twice as steep.
   *
   * @param x in ascending order
   */
  public static Optional<Knee> of(List<Double> x, List<Double> y) {
    Optional<LinearFit> line = LinearFit.of(x, y);
    if (x.size() < LEAST_POINTS || line.isEmpty() || line.get().rSquared() > ON_A_LINE) {
      return Optional.empty();
    }
    double[] rest = residuals(x, y, line.get());
    double least = MOST_LEFT * product(rest, rest);
    Knee best = null;
    for (double at : x.subList(1, x.size() - 1)) {
      // The second line's share is what a bend at this point explains of what one line leaves.
      List<Double> bend = x.stream().map(value -> Math.max(0, value - at)).toList();
      LinearFit ofBend = LinearFit.of(x, bend).orElseThrow();
      double[] free = residuals(x, bend, ofBend);
      double steeper = product(free, rest) / product(free, free);
      double left = product(rest, rest) - steeper * steeper * product(free, free);
      double before = line.get().slope() - steeper * ofBend.slope();
      double after = before + steeper;
      if (left <= least && after > 0 && after >= STEEPER * before) {
        least = left;
        best = new Knee(at, before, after);
      }
    }
    return Optional.ofNullable(best);
  }

  private static double[] residuals(List<Double> x, List<Double> y, LinearFit line) {
    return IntStream.range(0, x.size())
        .mapToDouble(i -> y.get(i) - line.intercept() - line.slope() * x.get(i))
        .toArray();
  }

  private static double product(double[] one, double[] other) {
    return IntStream.range(0, one.length).mapToDouble(i -> one[i] * other[i]).sum();
  }
}
