package io.brokerbench.report.page;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.RowChart;
import io.brokerbench.report.html.RowChart.Mark;
import io.brokerbench.report.html.RowChart.Row;
import io.brokerbench.report.html.RowChart.Shape;
import io.brokerbench.report.text.ResultSentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What followed a fault, each event on the time that passed since. */
final class FailoverChart {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double AROUND_SECONDS = 3;

  private FailoverChart() {}

  static RowChart of(RunResult result, Failover failover) {
    Failover.Course course = failover.course();
    List<Row> rows = new ArrayList<>();
    boolean fault = failover.fault().isPresent();
    rows.add(
        new Row(fault ? "fault" : "connections broken", List.of(Mark.at(Shape.LIMIT, 0, "at"))));
    event(rows, result, "failover.healed");
    if (course.lastDeliveryNanos().isPresent() && course.firstDeliveryNanos().isPresent()) {
      double last = (double) course.lastDeliveryNanos().getAsLong();
      double first = (double) course.firstDeliveryNanos().getAsLong();
      rows.add(new Row("no delivery", List.of(new Mark(Shape.BAR, last, first, "from and to"))));
    } else {
      event(rows, result, "failover.lastDelivery");
    }
    List.of("firstReconnect", "halfBack", "mostBack", "allBack", "drained")
        .forEach(event -> event(rows, result, "failover." + event));
    return new RowChart(
        "failover",
        fault ? "From the fault on" : "From the first broken connection on",
        String.join(". ", ResultSentences.failover(result, failover)) + ".",
        Axis.linear(
            fault ? "time from the fault" : "time from the first broken connection",
            Quantity.NANOS),
        rows.stream().map(row -> row.leading(seconds(row, failover.atMillis() / 1e3))).toList());
  }

  /** Where the charts over time show what happened: its seconds, and some before and after. */
  private static String seconds(Row row, double fault) {
    double from = row.marks().get(0).from() / NANOS_PER_SECOND + fault - AROUND_SECONDS;
    double to = row.marks().get(0).to() / NANOS_PER_SECOND + fault + AROUND_SECONDS;
    return String.format(Locale.ROOT, "#time=%.1f-%.1f", Math.max(0, from), to);
  }

  private static void event(List<Row> rows, RunResult result, String path) {
    Figure figure = FigureCatalogue.find(path);
    figure
        .in(result)
        .ifPresent(
            nanos -> rows.add(new Row(figure.title(), List.of(Mark.at(Shape.DOT, nanos, "at")))));
  }
}
