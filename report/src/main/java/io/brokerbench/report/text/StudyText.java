package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.experiment.study.StudyResult.BoxChart;
import io.brokerbench.experiment.study.StudyResult.Fit;
import io.brokerbench.experiment.study.StudyResult.VariantTest;
import io.brokerbench.experiment.study.StudyTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A study as text: its tables, box plots, tests and fits, what went wrong, and which cell each row
 * comes from.
 *
 * <p>At most 80 columns wide, apart from paths and commands: a wider table goes on below itself.
 *
 * @param unicode whether the output can show thin spaces; plain ones otherwise
 */
public record StudyText(boolean unicode) {

  /**
   * The whole text, with a line feed at its end.
   *
   * @param folder of the study
   */
  public String of(StudyResult result, String folder) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    lines.addAll(Paragraph.of("", answer(result)));
    for (StudyTable table : result.tables()) {
      lines.add("");
      lines.addAll(StudyTableText.lines(table, numbers));
    }
    for (BoxChart chart : result.boxPlots()) {
      lines.add("");
      lines.addAll(BoxPlotText.lines(chart));
    }
    lines.addAll(tests(result));
    lines.addAll(fits(result.fits()));
    lines.addAll(problems(result.cells()));
    if (!numbers.isEmpty()) {
      lines.add("");
      numbers.forEach((cell, number) -> lines.add("[%d] %s/%s/".formatted(number, folder, cell)));
    }
    lines.add("");
    lines.add(Paragraph.LABEL.formatted("results") + folder + "/");
    lines.add(Paragraph.LABEL.formatted("again") + result.again());
    String text = String.join("\n", lines) + "\n";
    return unicode ? text : NumberText.plain(text);
  }

  private static String answer(StudyResult result) {
    StringBuilder answer = new StringBuilder(result.name());
    answer.append(": ").append(NumberText.count(count(result, StudyCell.Status.MEASURED)));
    answer.append(" of ").append(NumberText.count(result.cells().size())).append(" cells measured");
    for (StudyCell.Status status : StudyCell.Status.values()) {
      if (status != StudyCell.Status.MEASURED && count(result, status) > 0) {
        String name = status.name().toLowerCase(Locale.ROOT);
        answer.append(", ").append(count(result, status)).append(' ').append(name);
      }
    }
    if (!result.complete()) {
      answer.append("; more are missing, the same command goes on");
    }
    return answer.append(". ").append(result.description()).toString().strip();
  }

  private static long count(StudyResult result, StudyCell.Status status) {
    return result.cells().stream().filter(cell -> cell.status() == status).count();
  }

  private static List<String> tests(StudyResult result) {
    List<String> lines = new ArrayList<>();
    if (!result.testNote().isEmpty()) {
      lines.add("");
      lines.addAll(Paragraph.of("", "Welch's t-tests. " + result.testNote()));
    }
    String title = "";
    for (VariantTest test : result.tTests()) {
      String next =
          "%s, %s, %s on %s".formatted(test.title(), test.unit(), test.scenario(), test.broker());
      if (!next.equals(title)) {
        title = next;
        lines.add("");
        lines.addAll(Paragraph.of("", title));
      }
      lines.addAll(
          Paragraph.of(
              "  %-13s ".formatted(test.significant() ? "different" : "not different"),
              NumberText.sentence(
                  "%s %s, %s %s: t = %.3f, df = %.1f, p = %s, adjusted %s",
                  test.first(),
                  NumberText.measured(test.test().meanFirst()),
                  test.second(),
                  NumberText.measured(test.test().meanSecond()),
                  test.test().t(),
                  test.test().degreesOfFreedom(),
                  NumberText.chance(test.test().p()),
                  NumberText.chance(test.adjustedP()))));
    }
    return lines;
  }

  private static List<String> fits(List<Fit> fits) {
    List<String> lines = new ArrayList<>();
    if (!fits.isEmpty()) {
      lines.add("");
      lines.add("Linear fits");
    }
    for (Fit fit : fits) {
      lines.addAll(
          Paragraph.of(
              "  ",
              NumberText.sentence(
                  "%s on %s (%s): %s %s each, +-%s; R2 = %.4f",
                  fit.title(),
                  fit.broker(),
                  fit.label(),
                  NumberText.measured(fit.line().slope()),
                  fit.yUnit(),
                  NumberText.measured(fit.line().slopeStandardError()),
                  fit.line().rSquared())));
    }
    return lines;
  }

  private static List<String> problems(List<StudyCell> cells) {
    List<String> lines = new ArrayList<>();
    for (StudyCell cell : cells) {
      if (!cell.passes()) {
        if (lines.isEmpty()) {
          lines.add("");
        }
        lines.addAll(Paragraph.of(cell.status() + "  ", cell.key() + ": " + cell.reason()));
      }
    }
    return lines;
  }
}
