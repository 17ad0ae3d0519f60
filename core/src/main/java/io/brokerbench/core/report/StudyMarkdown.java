package io.brokerbench.core.report;

import io.brokerbench.core.study.StudyCell;
import io.brokerbench.core.study.StudyResult;
import io.brokerbench.core.study.StudyResult.Box;
import io.brokerbench.core.study.StudyResult.BoxChart;
import io.brokerbench.core.study.StudyResult.Fit;
import io.brokerbench.core.study.StudyResult.VariantTest;
import io.brokerbench.core.study.StudyTable;
import io.brokerbench.core.study.StudyTable.Column;
import io.brokerbench.core.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A study as Markdown, to be kept in its folder: what comes from a cell is a link to it. */
public final class StudyMarkdown {

  private StudyMarkdown() {}

  /** The text, with a line feed at its end. */
  public static String of(StudyResult result) {
    List<String> lines = new ArrayList<>();
    lines.add("# " + escaped(result.name()));
    lines.add("");
    lines.add(escaped(result.description()));
    for (StudyTable table : result.tables()) {
      lines.add("");
      lines.add("## " + escaped(table.title()));
      if (!table.note().isEmpty()) {
        lines.add("");
        lines.add(escaped(table.note()));
      }
      lines.add("");
      lines.addAll(table(table));
    }
    result.boxPlots().forEach(chart -> lines.addAll(boxes(chart)));
    lines.addAll(tests(result.tTests()));
    lines.addAll(fits(result.fits()));
    lines.addAll(problems(result.cells()));
    lines.add("");
    lines.add("Again: `" + result.again() + "`");
    return Figures.plain(String.join("\n", lines) + "\n");
  }

  private static List<String> table(StudyTable table) {
    List<String> lines = new ArrayList<>();
    lines.add(row(table.columns().stream().map(StudyMarkdown::head).toList()));
    List<String> rule = new ArrayList<>();
    for (int column = 0; column < table.columns().size(); column++) {
      int here = column;
      boolean figures = table.rows().stream().anyMatch(row -> row.get(here).value().isPresent());
      rule.add(figures ? "---:" : "---");
    }
    lines.add(row(rule));
    table.rows().forEach(r -> lines.add(row(r.stream().map(StudyMarkdown::entry).toList())));
    return lines;
  }

  private static String head(Column column) {
    return escaped(
        column.unit().isEmpty() ? column.title() : column.title() + ", " + column.unit());
  }

  private static String entry(Place entry) {
    return entry.cell().isPresent() && !entry.text().isEmpty()
        ? "[%s](%s/)".formatted(escaped(entry.text()), entry.cell().get())
        : escaped(entry.text());
  }

  private static List<String> boxes(BoxChart chart) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("## Box plots: " + escaped(chart.title()) + ", " + escaped(chart.unit()));
    lines.add("");
    lines.add(
        "| scenario | variant | broker | n | lower whisker | q1 | median | q3 | upper whisker |"
            + " outliers | mean |");
    lines.add("|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (Box box : chart.boxes()) {
      lines.add(
          row(
              List.of(
                  escaped(box.scenario()),
                  escaped(box.variant()),
                  escaped(box.broker()),
                  "" + box.plot().n(),
                  Figures.measured(box.plot().lowerWhisker()),
                  Figures.measured(box.plot().q1()),
                  Figures.measured(box.plot().median()),
                  Figures.measured(box.plot().q3()),
                  Figures.measured(box.plot().upperWhisker()),
                  "" + box.plot().outliers().size(),
                  Figures.measured(box.plot().mean()))));
    }
    return lines;
  }

  private static List<String> tests(List<VariantTest> tests) {
    List<String> lines = new ArrayList<>();
    if (!tests.isEmpty()) {
      lines.add("");
      lines.add("## Welch's t-tests");
      lines.add("");
      lines.add(
          "| quantity | scenario | broker | first | second | mean of first | mean of second | t |"
              + " df | p | different (p < 0.05) |");
      lines.add("|---|---|---|---|---|---:|---:|---:|---:|---:|---|");
    }
    for (VariantTest test : tests) {
      lines.add(
          row(
              List.of(
                  escaped(test.title() + ", " + test.unit()),
                  escaped(test.scenario()),
                  escaped(test.broker()),
                  escaped(test.first()),
                  escaped(test.second()),
                  Figures.measured(test.test().meanFirst()),
                  Figures.measured(test.test().meanSecond()),
                  "%.3f".formatted(test.test().t()),
                  "%.1f".formatted(test.test().degreesOfFreedom()),
                  "%.4g".formatted(test.test().p()),
                  test.significant() ? "yes" : "no")));
    }
    return lines;
  }

  private static List<String> fits(List<Fit> fits) {
    List<String> lines = new ArrayList<>();
    if (!fits.isEmpty()) {
      lines.add("");
      lines.add("## Linear fits");
      lines.add("");
      lines.add("| fit | broker | row | slope | standard error | intercept | R2 |");
      lines.add("|---|---|---|---:|---:|---:|---:|");
    }
    for (Fit fit : fits) {
      lines.add(
          row(
              List.of(
                  escaped(fit.title()),
                  escaped(fit.broker()),
                  escaped(fit.label()),
                  Figures.measured(fit.line().slope()) + " " + fit.yUnit(),
                  Figures.measured(fit.line().slopeStandardError()),
                  Figures.measured(fit.line().intercept()),
                  "%.4f".formatted(fit.line().rSquared()))));
    }
    return lines;
  }

  private static List<String> problems(List<StudyCell> cells) {
    List<String> lines = new ArrayList<>();
    for (StudyCell cell : cells) {
      if (!cell.counts()) {
        if (lines.isEmpty()) {
          lines.add("");
        }
        lines.add(
            "- **%s** [%s](%s/): %s"
                .formatted(
                    cell.status(),
                    escaped(cell.key().toString()),
                    cell.folder(),
                    escaped(cell.reason())));
      }
    }
    return lines;
  }

  private static String row(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String escaped(String text) {
    return text.replaceAll("([\\\\`*_<>|\\[\\]#])", "\\\\$1");
  }
}
