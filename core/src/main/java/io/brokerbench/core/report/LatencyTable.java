package io.brokerbench.core.report;

import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencySummary;
import java.util.ArrayList;
import java.util.List;

/** The latencies of a run, one row each, all in one unit. */
final class LatencyTable {

  private static final String ROW = "%-11s%8s%8s%8s%8s%8s %s  %s";

  private record Row(String label, LatencySummary latency, String note) {}

  private LatencyTable() {}

  /** The table, with its header; a row without values is left out. */
  static List<String> of(Latencies latency) {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row("end-to-end", latency.endToEnd(), "from intended send time"));
    rows.add(new Row("service", latency.service(), "from actual send time"));
    rows.add(new Row("send delay", latency.sendDelay(), "actual - intended"));
    latency.acknowledge().ifPresent(l -> rows.add(new Row("acknowledge", l, "")));
    latency.catchUp().ifPresent(l -> rows.add(new Row("catch-up", l, "sent while away")));
    latency.commit().ifPresent(l -> rows.add(new Row("commit", l, "from the call")));
    rows.removeIf(row -> row.latency().count() == 0);
    if (rows.isEmpty()) {
      return List.of("no message was delivered in the steady state, so there are no latencies");
    }
    LatencyUnit unit = unitOf(rows);
    List<String> lines = new ArrayList<>();
    lines.add(line("", "p50", "p95", "p99", "p99.9", "max", "", ""));
    for (Row row : rows) {
      LatencySummary l = row.latency();
      lines.add(
          line(
              row.label(),
              cell(unit, l, l.p50Nanos()),
              cell(unit, l, l.p95Nanos()),
              cell(unit, l, l.p99Nanos()),
              cell(unit, l, l.p999Nanos()),
              cell(unit, l, l.maxNanos()),
              unit.symbol(),
              row.note()));
    }
    return lines;
  }

  /** A figure that latencies not known yet may raise is a lower bound. */
  private static String cell(LatencyUnit unit, LatencySummary latency, long nanos) {
    return (latency.isLowerBound(nanos) ? ">" : "") + unit.cell(nanos);
  }

  private static String line(Object... cells) {
    return ROW.formatted(cells).stripTrailing();
  }

  private static LatencyUnit unitOf(List<Row> rows) {
    long greatest = rows.stream().mapToLong(row -> row.latency().maxNanos()).max().orElse(0);
    long leastMedian = rows.stream().mapToLong(row -> row.latency().p50Nanos()).min().orElse(0);
    return LatencyUnit.of(rows.get(0).latency().p50Nanos(), leastMedian, greatest);
  }
}
