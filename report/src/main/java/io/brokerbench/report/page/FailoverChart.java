package io.brokerbench.report.page;

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
import java.util.OptionalLong;

/** What followed a fault, each event on the time that passed since. */
final class FailoverChart {

  private FailoverChart() {}

  static RowChart of(RunResult result, Failover failover) {
    Failover.Course course = failover.course();
    List<Row> rows = new ArrayList<>();
    rows.add(new Row("fault", List.of(Mark.at(Shape.LIMIT, 0, "at"))));
    event(rows, "undone", failover.healedAfterNanos());
    if (course.lastDeliveryNanos().isPresent() && course.firstDeliveryNanos().isPresent()) {
      double last = (double) course.lastDeliveryNanos().getAsLong();
      double first = (double) course.firstDeliveryNanos().getAsLong();
      rows.add(new Row("no delivery", List.of(new Mark(Shape.BAR, last, first, "from and to"))));
    } else {
      event(rows, "last delivery", course.lastDeliveryNanos());
    }
    event(rows, "first client back", course.firstReconnectNanos());
    event(rows, "50 % back", course.halfBackNanos());
    event(rows, "95 % back", course.mostBackNanos());
    event(rows, "all back", course.allBackNanos());
    event(rows, "caught up", course.drainedNanos());
    return new RowChart(
        "failover",
        "From the fault on",
        String.join(". ", ResultSentences.failover(result, failover)) + ".",
        Axis.linear("time from the fault", Quantity.NANOS),
        rows);
  }

  private static void event(List<Row> rows, String label, OptionalLong nanos) {
    if (nanos.isPresent()) {
      rows.add(new Row(label, List.of(Mark.at(Shape.DOT, (double) nanos.getAsLong(), "at"))));
    }
  }
}
