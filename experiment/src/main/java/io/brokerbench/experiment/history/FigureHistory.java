package io.brokerbench.experiment.history;

import io.brokerbench.core.figure.Better;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.statistics.ChangePoint;
import io.brokerbench.core.statistics.ChangePointDetection;
import io.brokerbench.experiment.history.LevelChange.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One figure over the builds of a line.
 *
 * @param figure whose values they are
 * @param builds numbers of the builds that have it, in their order
 * @param values one for each of these builds: the median of its results
 * @param changes of its level, in the order of the builds
 */
public record FigureHistory(
    Figure figure, List<Integer> builds, List<Double> values, List<LevelChange> changes) {

  /** A change of a smaller share is below what is measured. */
  private static final double RESOLUTION = 5e-4;

  /**
   * Builds between two changes, which have one level.
   *
   * @param from number of the first build
   * @param to number of the last one
   * @param mean of the values of all of them
   */
  public record Level(int from, int to, double mean) {}

  /** Copies the lists. */
  public FigureHistory {
    builds = List.copyOf(builds);
    values = List.copyOf(values);
    changes = List.copyOf(changes);
    if (builds.isEmpty() || builds.size() != values.size()) {
      throw new IllegalArgumentException(builds.size() + " builds, " + values.size() + " values");
    }
  }

  /** With the changes that are found in some values. */
  static FigureHistory of(
      Figure figure, List<Integer> builds, List<Double> values, ChangePointDetection detection) {
    List<ChangePoint> points =
        detection.holding(values.stream().mapToDouble(Double::doubleValue).toArray()).stream()
            .filter(FigureHistory::isResolved)
            .toList();
    List<LevelChange> changes = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      int from = i == 0 ? 0 : points.get(i - 1).index();
      int at = points.get(i).index();
      int to = i + 1 == points.size() ? values.size() : points.get(i + 1).index();
      changes.add(
          change(
              figure,
              builds.get(at),
              mean(values.subList(from, at)),
              mean(values.subList(at, to)),
              points.get(i).p()));
    }
    return new FigureHistory(figure, builds, values, changes);
  }

  /** Values that do not scatter would show any change, be it one of the last digit. */
  private static boolean isResolved(ChangePoint point) {
    double larger = Math.max(Math.abs(point.before()), Math.abs(point.after()));
    return Math.abs(point.after() - point.before()) > RESOLUTION * larger;
  }

  private static LevelChange change(
      Figure figure, int build, double before, double after, double p) {
    return new LevelChange(
        build,
        isWorse(figure, before, after) ? Direction.WORSE : Direction.BETTER,
        before,
        after,
        before == 0 ? OptionalDouble.empty() : OptionalDouble.of(after / before - 1),
        p);
  }

  private static boolean isWorse(Figure figure, double before, double after) {
    return figure.better() == Better.HIGHER ? after < before : after > before;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** The levels between the changes, at least one. */
  public List<Level> levels() {
    List<Level> levels = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= changes.size(); i++) {
      int to = i == changes.size() ? builds.size() : builds.indexOf(changes.get(i).build());
      levels.add(new Level(builds.get(from), builds.get(to - 1), mean(values.subList(from, to))));
      from = to;
    }
    return levels;
  }

  /**
   * Whether its level has become worse, and by what.
   *
   * @param since number of the first build that counts as recent
   * @return from the level before the first recent change to the last one, where that is worse; its
   *     build is that of the first change for the worse
   */
  public Optional<LevelChange> worsening(int since) {
    List<LevelChange> recent = changes.stream().filter(each -> each.build() >= since).toList();
    Optional<LevelChange> first =
        recent.stream().filter(each -> each.direction() == Direction.WORSE).findFirst();
    if (first.isEmpty()) {
      return Optional.empty();
    }
    double before = recent.get(0).before();
    double after = recent.get(recent.size() - 1).after();
    return isWorse(figure, before, after)
        ? Optional.of(change(figure, first.get().build(), before, after, first.get().p()))
        : Optional.empty();
  }
}
