package io.brokerbench.core.figure;

import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** The figures of latencies: each statistic of each kind. */
final class LatencyFigures {

  private static final Set<LatencyKind> OF_CONNECTS =
      EnumSet.range(LatencyKind.CONNECT, LatencyKind.CONNECT_PACING);

  /**
   * By how much the mean of a whole run may be worse. Stalls are in it by how long and how many
   * they are, so that it does not jump as the p99 does, which is now in them and now beside them.
   */
  private static final OptionalDouble STALLS = OptionalDouble.of(0.5);

  /**
   * By how much the median of a storm may be worse. A storm is over in seconds, so it varies more
   * than that of a steady load; how long the whole took hides it where clients act one by one.
   */
  private static final OptionalDouble OF_A_STORM = OptionalDouble.of(0.5);

  private static final Map<String, Declared> BY_PATH = declared();

  /** A figure, and what it is read from. */
  private record Declared(Figure figure, LatencyKind kind, Statistic statistic) {}

  private LatencyFigures() {}

  static List<Figure> all() {
    return BY_PATH.values().stream().map(Declared::figure).toList();
  }

  /** Whether a figure is a latency that may rise above its value, as messages are missing. */
  static boolean isLowerBound(Figure figure, RunResult run) {
    return find(figure)
        .flatMap(of -> run.latency().find(of.kind).map(of.statistic::isLowerBound))
        .orElse(false);
  }

  /** Whether a figure is of the latencies of connects. */
  static boolean ofConnecting(Figure figure) {
    return find(figure).filter(of -> OF_CONNECTS.contains(of.kind)).isPresent();
  }

  private static Optional<Declared> find(Figure figure) {
    return Optional.ofNullable(BY_PATH.get(figure.path()));
  }

  private static Map<String, Declared> declared() {
    Map<String, Declared> figures = new LinkedHashMap<>();
    for (LatencyKind kind : LatencyKind.values()) {
      FigureGroup<LatencySummary> of =
          new FigureGroup<>("latency." + kind.key(), run -> run.latency().find(kind));
      for (Statistic statistic : Statistic.values()) {
        Figure figure = figure(of, kind, statistic);
        figures.put(figure.path(), new Declared(figure, kind, statistic));
      }
    }
    return figures;
  }

  private static Figure figure(
      FigureGroup<LatencySummary> of, LatencyKind kind, Statistic statistic) {
    String title =
        isUsualTail(kind, statistic) ? "usual p99" : statistic.title() + " " + kind.title();
    Figure figure = of.lower(statistic.key(), title, Unit.NANOS, statistic::of);
    OptionalDouble tolerance = tolerance(kind, statistic);
    figure = tolerance.isPresent() ? figure.withTolerance(tolerance.getAsDouble()) : figure;
    figure = figure.withDecides(decides(kind, statistic));
    return kind == LatencyKind.END_TO_END && statistic.brief() ? figure.briefly() : figure;
  }

  /** Of end-to-end latencies, the p99 that decides is the usual one. */
  private static boolean decides(LatencyKind kind, Statistic statistic) {
    return switch (statistic) {
      case P999 -> false;
      case P99 -> kind != LatencyKind.ACKNOWLEDGE && kind != LatencyKind.END_TO_END;
      default -> kind != LatencyKind.ACKNOWLEDGE;
    };
  }

  /** By how much a statistic of a latency may be worse; empty where it is not compared unasked. */
  private static OptionalDouble tolerance(LatencyKind kind, Statistic statistic) {
    if (isUsualTail(kind, statistic)) {
      return Statistic.P99.tolerance();
    }
    if (kind == LatencyKind.END_TO_END && statistic == Statistic.MEAN) {
      return STALLS;
    }
    if (kind == LatencyKind.STORM || kind == LatencyKind.TIME_TO_LAST) {
      return statistic == Statistic.P50 ? OF_A_STORM : OptionalDouble.empty();
    }
    boolean compared =
        switch (kind) {
          case END_TO_END, ACKNOWLEDGE -> true;
          case CONNECT -> statistic != Statistic.P999;
          default -> false;
        };
    return compared ? statistic.tolerance() : OptionalDouble.empty();
  }

  /** Whether it is the p99 of a usual moment. */
  private static boolean isUsualTail(LatencyKind kind, Statistic statistic) {
    return kind == LatencyKind.TAIL && statistic == Statistic.P50;
  }
}
