package io.brokerbench.core.report;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.Connections;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** How clients connected, where that is what a run is about. */
final class ConnectText {

  private static final String ROW = "%-11s%8s%8s%8s%8s%8s%8s %s  %s";

  private record Row(String label, LatencySummary latency, String note) {}

  private ConnectText() {}

  /** The connect latency and its parts, one row each, all in one unit. */
  static List<String> table(RunResult result) {
    List<Row> rows = new ArrayList<>();
    add(rows, "connect", Optional.of(result.latency().connect()), "from when due");
    add(rows, "  TCP", result.connections().tcp(), "");
    add(rows, "  TLS", result.connections().tls(), "");
    add(rows, "  MQTT", result.connections().mqtt(), "to the CONNACK");
    result
        .connections()
        .pacing()
        .filter(pacing -> result.scenario().session().connectRate().isPresent())
        .ifPresent(pacing -> rows.add(new Row("late by", pacing, "generator")));
    LatencySummary connect = result.latency().connect();
    LatencyUnit unit = LatencyUnit.of(connect.p50Nanos(), connect.p50Nanos(), connect.maxNanos());
    List<String> lines = new ArrayList<>();
    lines.add(line("", "mean", "p50", "p95", "p99", "max", "stdev", "", ""));
    for (Row row : rows) {
      LatencySummary l = row.latency();
      lines.add(
          line(
              row.label(),
              unit.cell(l.meanNanos()),
              unit.cell(l.p50Nanos()),
              unit.cell(l.p95Nanos()),
              unit.cell(l.p99Nanos()),
              unit.cell(l.maxNanos()),
              unit.cell(l.stdevNanos()),
              unit.symbol(),
              row.note()));
    }
    return lines;
  }

  private static void add(
      List<Row> rows, String label, Optional<LatencySummary> latency, String note) {
    latency.ifPresent(l -> rows.add(new Row(label, l, note)));
  }

  private static String line(Object... cells) {
    return ROW.formatted(cells).stripTrailing();
  }

  /** {@code 5 000 of 5 000 in 0.62 s: 8 060/s, 8 060 in the busiest second}. */
  static String rates(Connections connections) {
    return "%s of %s in %s s: %s/s, %s/s in the busiest second"
        .formatted(
            Figures.count(connections.connected()),
            Figures.count(connections.asked()),
            Figures.measured(connections.seconds()),
            Figures.rate(connections.perSecond()),
            Figures.rate(connections.peakPerSecond()));
  }

  /** {@code 98 us of CPU per connect, 412 MB}. */
  static String usage(OptionalDouble microsPerConnect, long rssBytes) {
    String memory = Figures.bytes(rssBytes);
    return microsPerConnect.isEmpty()
        ? memory
        : Figures.measured(microsPerConnect.getAsDouble()) + " us of CPU per connect, " + memory;
  }
}
