package io.brokerbench.report.file;

import io.brokerbench.core.base.Csv;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.study.StatisticsTables;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of a study, and what its box plots, tests and fits say, as CSV, a line for each place
 * in a table, so that tables of all shapes are one file.
 */
public final class StudyCsv {

  private static final List<String> HEADER =
      List.of("table", "row", "column", "unit", "value", "text", "cell");

  private StudyCsv() {}

  /** The whole text. */
  public static String of(StudyResult result) {
    List<List<Object>> lines = new ArrayList<>();
    for (StudyTable table : StatisticsTables.withThoseOf(result)) {
      for (int row = 0; row < table.rows().size(); row++) {
        for (int column = 0; column < table.columns().size(); column++) {
          lines.add(line(table, row, column));
        }
      }
    }
    return Csv.of(HEADER, lines);
  }

  private static List<Object> line(StudyTable table, int row, int column) {
    Place entry = table.rows().get(row).get(column);
    return List.of(
        table.title(),
        row + 1,
        name(table.columns(), column),
        table.columns().get(column).unit(),
        entry.value(),
        NumberText.plain(entry.text()),
        entry.cell());
  }

  /** Columns of the same name are distinguished by the one before: {@code peak rate, published}. */
  private static String name(List<Column> columns, int column) {
    String title = columns.get(column).fullTitle();
    List<Column> namesakes = columns.stream().filter(one -> one.fullTitle().equals(title)).toList();
    boolean unitsDiffer = namesakes.stream().distinct().count() == namesakes.size();
    return unitsDiffer || column == 0 ? title : columns.get(column - 1).title() + ", " + title;
  }
}
