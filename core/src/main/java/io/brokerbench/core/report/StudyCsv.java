package io.brokerbench.core.report;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.study.StatisticsTables;
import io.brokerbench.core.study.StudyResult;
import io.brokerbench.core.study.StudyTable;
import io.brokerbench.core.study.StudyTable.Column;
import io.brokerbench.core.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tables of a study, and what its box plots, tests and fits say, as comma-separated values (RFC
 * 4180), a line for each place in a table, so that tables of all shapes are one file. Figures have
 * all their digits.
 */
public final class StudyCsv {

  /** The first line. */
  public static final String HEADER = "table,row,column,unit,value,text,cell";

  private StudyCsv() {}

  /** The whole text. */
  public static String of(StudyResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    for (StudyTable table : StatisticsTables.withThoseOf(result)) {
      for (int row = 0; row < table.rows().size(); row++) {
        for (int column = 0; column < table.columns().size(); column++) {
          lines.add(line(table, row, column));
        }
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String line(StudyTable table, int row, int column) {
    Place entry = table.rows().get(row).get(column);
    List<String> fields =
        List.of(
            table.title(),
            Integer.toString(row + 1),
            name(table.columns(), column),
            table.columns().get(column).unit(),
            entry.value().isPresent() ? Double.toString(entry.value().getAsDouble()) : "",
            Figures.plain(entry.text()),
            entry.cell().orElse(""));
    return fields.stream().map(StudyCsv::field).collect(Collectors.joining(","));
  }

  /** Columns of one name are told apart by the one before: {@code peak rate, published}. */
  private static String name(List<Column> columns, int column) {
    String title = columns.get(column).title();
    List<Column> namesakes = columns.stream().filter(one -> one.title().equals(title)).toList();
    boolean toldByUnits = namesakes.stream().distinct().count() == namesakes.size();
    return toldByUnits || column == 0 ? title : columns.get(column - 1).title() + ", " + title;
  }

  private static String field(String text) {
    return text.matches("(?s).*[,\"\\r\\n].*") ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
  }
}
