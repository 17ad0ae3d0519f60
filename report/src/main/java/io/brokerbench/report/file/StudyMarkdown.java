package io.brokerbench.report.file;

import static io.brokerbench.report.file.Markdown.escaped;
import static io.brokerbench.report.file.Markdown.row;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StatisticsTables;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A study as Markdown, to be kept in its folder: what comes from a cell is a link to it. */
public final class StudyMarkdown {

  private StudyMarkdown() {}

  /** The text, with a line feed at its end. */
  public static String of(StudyResult result) {
    Map<String, String> targets = new HashMap<>();
    result.cells().forEach(cell -> targets.put(cell.folder(), cell.target()));
    List<String> lines = new ArrayList<>();
    lines.add("# " + escaped(result.name()));
    lines.add("");
    lines.add(escaped(result.description()));
    String brokers = brokers(result);
    if (!brokers.isEmpty()) {
      lines.add("");
      lines.add("Brokers: " + escaped(brokers) + ".");
    }
    for (StudyTable table : StatisticsTables.withThoseOf(result)) {
      lines.add("");
      lines.add("## " + escaped(table.title()));
      if (!table.note().isEmpty()) {
        lines.add("");
        lines.add(escaped(table.note()));
      }
      if (!table.rows().isEmpty()) {
        lines.add("");
        lines.addAll(table(table, targets));
      }
    }
    lines.addAll(problems(result.cells()));
    lines.add("");
    lines.add("Again: `" + result.again() + "`");
    return NumberText.plain(String.join("\n", lines) + "\n");
  }

  /** Each as it names itself; those that never started are not known. */
  private static String brokers(StudyResult result) {
    return result.brokers().stream()
        .flatMap(broker -> broker.identity().stream())
        .map(identity -> identity.title() + " (" + identity.origin() + ")")
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static List<String> table(StudyTable table, Map<String, String> targets) {
    List<String> lines = new ArrayList<>();
    lines.add(row(table.columns().stream().map(StudyMarkdown::head).toList()));
    List<String> rule = new ArrayList<>();
    for (int column = 0; column < table.columns().size(); column++) {
      int here = column;
      boolean figures = table.rows().stream().anyMatch(row -> row.get(here).value().isPresent());
      rule.add(figures ? "---:" : "---");
    }
    lines.add(row(rule));
    table
        .rows()
        .forEach(r -> lines.add(row(r.stream().map(entry -> entry(entry, targets)).toList())));
    return lines;
  }

  private static String head(Column column) {
    String title = column.fullTitle();
    return escaped(column.unit().isEmpty() ? title : title + ", " + column.unit());
  }

  private static String entry(Place entry, Map<String, String> targets) {
    return entry.cell().isPresent() && !entry.text().isEmpty()
        ? "[%s](%s)".formatted(escaped(entry.text()), targets.get(entry.cell().get()))
        : escaped(entry.text());
  }

  private static List<String> problems(List<StudyCell> cells) {
    List<String> lines = new ArrayList<>();
    for (StudyCell cell : cells) {
      if (!cell.passes()) {
        if (lines.isEmpty()) {
          lines.add("");
        }
        lines.add(
            "- **%s** [%s](%s): %s"
                .formatted(
                    cell.status(),
                    escaped(cell.key().toString()),
                    cell.target(),
                    escaped(cell.reason())));
      }
    }
    return lines;
  }
}
