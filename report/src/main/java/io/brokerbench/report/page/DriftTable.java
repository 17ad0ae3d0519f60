package io.brokerbench.report.page;

import io.brokerbench.core.drift.Drift;
import io.brokerbench.core.drift.DriftKind;
import io.brokerbench.core.drift.Trend;
import io.brokerbench.core.figure.DriftText;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import java.util.List;

/** What grew over a long run: one row for each series. */
final class DriftTable {

  private static final List<String> COLUMNS =
      List.of("", "course", "mean", "growth", "99.5 % CI", "in a week");

  private DriftTable() {}

  static void add(Page page, Drift drift) {
    page.heading("Drift");
    page.add(
        new Table(
                "Growth over the steady state",
                COLUMNS,
                drift.trends().entrySet().stream()
                    .map(entry -> row(entry.getKey(), entry.getValue()))
                    .toList())
            .html());
  }

  private static List<Cell> row(DriftKind kind, Trend trend) {
    return List.of(
        Cell.text(kind.title()),
        Cell.text(DriftText.word(trend.course())),
        Cell.figure(DriftText.unit(kind).text(trend.mean())),
        Cell.figure(DriftText.perHour(kind, trend.perHour())),
        Cell.figure(DriftText.interval(kind, trend)),
        Cell.figure(DriftText.inAWeek(kind, trend)));
  }
}
