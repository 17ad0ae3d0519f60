package io.brokerbench.experiment.document;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.Statistic;
import io.brokerbench.core.result.LatencyKind;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of all figures in Markdown: a row for each, and one for the figures of each latency.
 */
final class FigureTable {

  private static final String HEAD =
      "| path | title | unit | better | tolerance |\n|---|---|---|---|---:|\n";

  private FigureTable() {}

  static String text() {
    Stream<String> figures =
        FigureCatalogue.all().stream()
            .filter(figure -> !figure.group().equals("latency"))
            .map(figure -> row(figure.path(), figure.title(), figure, percent(figure.tolerance())));
    Stream<String> latencies = Stream.of(LatencyKind.values()).map(FigureTable::latencies);
    return Stream.concat(figures, latencies).collect(Collectors.joining("", HEAD, ""));
  }

  private static String latencies(LatencyKind kind) {
    String tolerances =
        Stream.of(Statistic.values())
            .filter(statistic -> of(kind, statistic).tolerance().isPresent())
            .map(each -> each.key() + " " + percent(of(kind, each).tolerance()))
            .collect(Collectors.joining(", "));
    Figure any = of(kind, Statistic.MEAN);
    return row("latency." + kind.key() + ".*", kind.title().strip(), any, tolerances);
  }

  private static Figure of(LatencyKind kind, Statistic statistic) {
    return FigureCatalogue.find("latency." + kind.key() + "." + statistic.key());
  }

  private static String row(String path, String title, Figure figure, String tolerance) {
    return "| `%s` | %s | %s | %s | %s |\n"
        .formatted(path, title, unit(figure), better(figure), tolerance)
        .replaceAll(" {2,}", " ");
  }

  private static String percent(OptionalDouble share) {
    return share.isPresent() ? Math.round(share.getAsDouble() * 100) + " %" : "";
  }

  private static String unit(Figure figure) {
    return switch (figure.unit()) {
      case COUNT -> "count";
      case PER_SECOND -> "per second";
      case NANOS -> "time";
      case BYTES -> "bytes";
      case CORES -> "cores";
      case SHARE -> "share";
      case OTHER -> "";
    };
  }

  private static String better(Figure figure) {
    return switch (figure.better()) {
      case HIGHER -> "higher";
      case LOWER -> "lower";
      case NEITHER -> "";
    };
  }
}
