package io.brokerbench.core.statistics;

import static java.util.stream.Collectors.averagingDouble;

import io.brokerbench.core.base.Bounds;
import java.util.List;
import java.util.Optional;

/**
 * The line through some points that has the least squares of vertical distances.
 *
 * @param slope slope of the line of least squares
 * @param intercept its value at x = 0
 * @param slopeStandardError standard error of the slope; 0 for two points
 * @param rSquared share of the variance that the line explains; 1 where all lie on it
 */
public record LinearFit(
    @Bounds(min = Bounds.UNBOUNDED) double slope,
    @Bounds(min = Bounds.UNBOUNDED) double intercept,
    double slopeStandardError,
    double rSquared) {

  /** The fit; empty where there are fewer than two different x. */
  public static Optional<LinearFit> of(List<Double> x, List<Double> y) {
    if (x.size() != y.size()) {
      throw new IllegalArgumentException(x.size() + " x and " + y.size() + " y");
    }
    int n = x.size();
    double meanX = x.stream().collect(averagingDouble(value -> value));
    double meanY = y.stream().collect(averagingDouble(value -> value));
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (int i = 0; i < n; i++) {
      double dx = x.get(i) - meanX;
      double dy = y.get(i) - meanY;
      xx += dx * dx;
      xy += dx * dy;
      yy += dy * dy;
    }
    if (n < 2 || xx == 0) {
      return Optional.empty();
    }
    double slope = xy / xx;
    double residual = Math.max(0, yy - slope * xy);
    return Optional.of(
        new LinearFit(
            slope,
            meanY - slope * meanX,
            n == 2 ? 0 : Math.sqrt(residual / (n - 2) / xx),
            yy == 0 ? 1 : xy * xy / (xx * yy)));
  }
}
