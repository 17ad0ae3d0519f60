package io.brokerbench.report.file;

import static io.brokerbench.report.file.Markdown.escaped;
import static io.brokerbench.report.file.Markdown.row;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.report.group.GroupsReport;
import io.brokerbench.report.text.FigureText;
import io.brokerbench.report.text.ResultSentences;
import io.brokerbench.report.text.ThresholdText;
import java.util.ArrayList;
import java.util.List;

/**
 * A run as Markdown, for a pull request or the summary of a job: the answer, the few figures that
 * the terminal shows, the thresholds with their margins, and what limits the answer.
 */
public final class RunMarkdown {

  /** Group of figures that a sentence has. */
  private static final String MACHINE = "machine";

  private RunMarkdown() {}

  /** The text, with a line feed at its end. */
  public static String of(RunResult result) {
    List<ThresholdCheck> thresholds = ThresholdText.gravestFirst(ThresholdCheck.of(result));
    List<String> lines = new ArrayList<>();
    lines.add("### brokerbench: " + ResultSentences.word(result));
    String crossed = ThresholdText.headline(thresholds);
    if (!crossed.isEmpty() && !result.verdict().isInvalid()) {
      lines.add("");
      lines.add(sentence("threshold crossed: " + crossed));
    }
    lines.add("");
    lines.add(
        sentence(
            "%s on %s: %s"
                .formatted(
                    result.scenario().name(),
                    result.broker().title(),
                    ResultSentences.verdict(result))));
    lines.add("");
    lines.add("| | figure | value |");
    lines.add("|---|---|---:|");
    FigureCatalogue.values(result)
        .forEach(
            (figure, value) -> {
              if (isShown(figure, value, result)) {
                lines.add(figureRow(figure, result));
              }
            });
    if (!thresholds.isEmpty()) {
      lines.add("");
      boolean counts = !result.verdict().isInvalid();
      thresholds.forEach(check -> lines.add("- " + escaped(ThresholdText.sentence(check, counts))));
    }
    lines.add("");
    lines.addAll(notes(result));
    return NumberText.plain(String.join("\n", lines) + "\n");
  }

  /** The text of several groups: the gravest verdict, a row for each, and the thresholds. */
  public static String of(GroupsResult result) {
    String crossed = GroupsReport.crossed(result);
    List<String> lines = new ArrayList<>();
    lines.add("### brokerbench: " + GroupsReport.word(result));
    if (!crossed.isEmpty() && !result.verdict().isInvalid()) {
      lines.add("");
      lines.add(sentence("threshold crossed: " + crossed));
    }
    lines.add("");
    lines.add(
        sentence(
            "%s on %s: %s"
                .formatted(
                    result.name(),
                    result.groups().get(0).run().broker().title(),
                    String.join("; ", result.verdict().reasons()))));
    lines.add("");
    lines.add("| group | " + String.join(" | ", GroupsReport.COLUMNS) + " |");
    lines.add("|---|---|---:|---:|---:|---:|---:|---:|");
    for (GroupRun group : result.groups()) {
      List<String> cells = new ArrayList<>(List.of(group.name()));
      GroupsReport.cells(group.run()).stream().map(Markdown::escaped).forEach(cells::add);
      lines.add(row(cells));
    }
    lines.add("");
    GroupsReport.thresholds(result).forEach(text -> lines.add("- " + escaped(text)));
    for (GroupRun group : result.groups()) {
      notes(group.run()).stream()
          .map(note -> "- " + group.name() + ": " + note.substring(2))
          .forEach(lines::add);
    }
    return NumberText.plain(String.join("\n", lines) + "\n");
  }

  /** What the terminal shows; where clients only connect, what a gate compares of that, too. */
  private static boolean isShown(Figure figure, double value, RunResult result) {
    if (figure.ofConnecting()) {
      return result.scenario().connectsOnly() && (figure.brief() || figure.tolerance().isPresent());
    }
    boolean nothing = figure.unit() == Unit.COUNT && value == 0;
    return figure.brief() && !nothing && !figure.group().equals(MACHINE);
  }

  private static String figureRow(Figure figure, RunResult result) {
    return row(
        List.of(
            figure.group(),
            escaped(figure.title()),
            escaped(new FigureText(result).value(figure.path()))));
  }

  private static List<String> notes(RunResult result) {
    List<String> notes = new ArrayList<>();
    if (!result.verdict().complete()) {
      notes.add("- **INCOMPLETE** " + sentence(ResultSentences.incomplete(result)));
    }
    notes.add(
        result.scenario().connectsOnly()
            ? "- connections: " + escaped(ResultSentences.connections(result))
            : "- messages: " + escaped(ResultSentences.account(result)));
    if (!result.generator().healthy()) {
      notes.add("- generator: over its limits");
    }
    String machine = ResultSentences.machine(result).get(MACHINE);
    if (machine != null) {
      notes.add("- machine: " + escaped(machine));
    }
    return notes;
  }

  private static String sentence(String text) {
    String whole = text.endsWith(".") ? text : text + ".";
    return escaped(Character.toUpperCase(whole.charAt(0)) + whole.substring(1));
  }
}
