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

/** What followed a fault, each event on the time that passed since. */
final class FailoverChart {

  private FailoverChart() {}

  static RowChart of(RunResult result, Failover failover) {
    Failover.Course course = failover.course();
    List<Row> rows = new ArrayList<>();
    rows.add(new Row("fault", List.of(Mark.at(Shape.LIMIT, 0, "at"))));
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
        "From the fault on",
        String.join(". ", ResultSentences.failover(result, failover)) + ".",
        Axis.linear("time from the fault", Quantity.NANOS),
        rows);
  }

  private static void event(List<Row> rows, RunResult result, String path) {
    Figure figure = FigureCatalogue.find(path);
    figure
        .in(result)
        .ifPresent(
            nanos -> rows.add(new Row(figure.title(), List.of(Mark.at(Shape.DOT, nanos, "at")))));
  }
}
