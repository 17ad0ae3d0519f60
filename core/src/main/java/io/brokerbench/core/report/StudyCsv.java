package io.brokerbench.core.report;

import io.brokerbench.core.study.StudyResult;
import io.brokerbench.core.study.StudyTable;
import io.brokerbench.core.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tables of a study as comma-separated values (RFC 4180), a line for each place in a table, so
 * that tables of all shapes are one file. Figures have all their digits.
 */
public final class StudyCsv {

  /** The first line. */
  public static final String HEADER = "table,row,column,unit,value,text,cell";

  private StudyCsv() {}

  /** The whole text. */
  public static String of(StudyResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    for (StudyTable table : result.tables()) {
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
            table.columns().get(column).title(),
            table.columns().get(column).unit(),
            entry.value().isPresent() ? Double.toString(entry.value().getAsDouble()) : "",
            Figures.plain(entry.text()),
            entry.cell().orElse(""));
    return fields.stream().map(StudyCsv::field).collect(Collectors.joining(","));
  }

  private static String field(String text) {
    return text.matches("(?s).*[,\"\\r\\n].*") ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
  }
}
