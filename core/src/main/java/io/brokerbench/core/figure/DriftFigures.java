package io.brokerbench.core.figure;

import static io.brokerbench.core.figure.Unit.COUNT;
import static io.brokerbench.core.figure.Unit.SHARE;

import io.brokerbench.core.drift.Drift;
import io.brokerbench.core.drift.DriftKind;
import io.brokerbench.core.drift.Trend;
import io.brokerbench.core.drift.Trend.Course;
import io.brokerbench.core.result.RunResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The figures of what grows over a long run. */
final class DriftFigures {

  private DriftFigures() {}

  static List<Figure> all() {
    FigureGroup<Drift> of = new FigureGroup<>("drift", RunResult::drift);
    return Stream.concat(
            Stream.of(
                of.lower("growing", "series that grow", COUNT, d -> count(d, Course.GROWS)),
                of.lower(
                    "uncertain",
                    "series of which nothing can be said",
                    COUNT,
                    d -> count(d, Course.UNCERTAIN))),
            Arrays.stream(DriftKind.values()).map(DriftFigures::growth))
        .toList();
  }

  /** Without those of the tool, which keeps a row of the timeline for each second. */
  private static long count(Drift drift, Course course) {
    return drift.of(course).stream().filter(kind -> !kind.isOfGenerator()).count();
  }

  private static Figure growth(DriftKind kind) {
    return new FigureGroup<Trend>(
            "drift", run -> run.drift().flatMap(d -> Optional.ofNullable(d.trends().get(kind))))
        .lower(kind.key(), "growth of " + kind.title() + " in a week", SHARE, DriftFigures::shown);
  }

  /** What is not shown to grow has no growth that a threshold could be crossed by. */
  private static double shown(Trend trend) {
    return trend.course() == Course.GROWS ? trend.weeklyShare(trend.perHour()) : 0;
  }
}
