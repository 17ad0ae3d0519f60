package io.brokerbench.report.text;

import io.brokerbench.core.figure.Statistic;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The latencies of a run, one row each, all in one unit. */
final class LatencyTable {

  private static final List<Statistic> OF_MESSAGES =
      List.of(Statistic.P50, Statistic.P95, Statistic.P99, Statistic.P999, Statistic.MAX);

  /** Where clients only connect, they are few enough for a mean to say something. */
  private static final List<Statistic> OF_CONNECTS =
      List.of(
          Statistic.MEAN,
          Statistic.P50,
          Statistic.P95,
          Statistic.P99,
          Statistic.MAX,
          Statistic.STDEV);

  private LatencyTable() {}

  /** The table, with its header; a row without values is left out. */
  static List<String> of(RunResult result) {
    Map<LatencyKind, LatencySummary> rows = LatencyKind.shown(result);
    if (rows.isEmpty()) {
      return List.of(
          result.scenario().connectsOnly()
              ? "no client connected, so there are no latencies"
              : "no message was delivered in the steady state, so there are no latencies");
    }
    List<Statistic> columns = result.scenario().connectsOnly() ? OF_CONNECTS : OF_MESSAGES;
    LatencyUnit unit = unitOf(List.copyOf(rows.values()));
    List<String> lines = new ArrayList<>();
    lines.add(line("", columns.stream().map(Statistic::title).toList(), ""));
    rows.forEach(
        (kind, latency) ->
            lines.add(
                line(
                    (kind.isPart() ? "  " : "") + title(kind, result),
                    columns.stream().map(column -> cell(unit, latency, column)).toList(),
                    unit.symbol() + "  " + kind.note(result))));
    return lines;
  }

  /** With responders, a delivery is that of the reply. */
  private static String title(LatencyKind kind, RunResult result) {
    return kind == LatencyKind.END_TO_END && result.scenario().topology().hasRequests()
        ? "round trip"
        : kind.title();
  }

  private static String cell(LatencyUnit unit, LatencySummary latency, Statistic statistic) {
    return statistic.bound(latency) + unit.cell(statistic.of(latency));
  }

  private static String line(String label, List<String> cells, String note) {
    StringBuilder line = new StringBuilder("%-11s".formatted(label));
    cells.forEach(cell -> line.append("%8s".formatted(cell)));
    return line.append(' ').append(note).toString().stripTrailing();
  }

  private static LatencyUnit unitOf(List<LatencySummary> rows) {
    long greatest = rows.stream().mapToLong(LatencySummary::maxNanos).max().orElse(0);
    long leastMedian = rows.stream().mapToLong(LatencySummary::p50Nanos).min().orElse(0);
    return LatencyUnit.of(rows.get(0).p50Nanos(), leastMedian, greatest);
  }
}
