package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.result.Environment;
import io.brokerbench.experiment.history.Build;
import io.brokerbench.experiment.history.FigureHistory;
import io.brokerbench.experiment.history.HistoryResult;
import io.brokerbench.experiment.history.LevelChange;
import io.brokerbench.experiment.history.LevelChange.Direction;
import io.brokerbench.experiment.history.ReleaseLine;
import io.brokerbench.experiment.history.ReleaseLine.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A history as text: the answer, then a table of the changes of each line of builds.
 *
 * @param result the history
 * @param latest how many builds of each line count as the latest
 */
public record HistoryText(HistoryResult result, int latest) {

  private static final List<String> HEADER =
      List.of("figure", "before", "after", "change", "", "since");

  /** More columns than that have names, not figures. */
  private static final int FIRST_FIGURE = 1;

  private static final int LAST_FIGURE = 3;

  /** What a release engineer asks first: {@code WORSE} or {@code NOT WORSE}. */
  public String word() {
    return worsenings().isEmpty() ? "NOT WORSE" : "WORSE";
  }

  /** The figures whose level is worse than before the latest builds. */
  public List<Finding> worsenings() {
    return result.worsenings(latest);
  }

  /** The answer in a sentence. */
  public String answer() {
    List<Finding> worse = worsenings();
    String among = "the latest " + NumberText.counted(latest, "build");
    return worse.isEmpty()
        ? "no figure has become worse in " + among
        : "%s worse in %s: %s"
            .formatted(
                worse.size() == 1
                    ? "1 figure has become"
                    : NumberText.count(worse.size()) + " figures have become",
                among,
                worse.stream()
                    .map(each -> each.figure().title() + " " + change(each.change()))
                    .collect(Collectors.joining(", ")));
  }

  /** What there is: {@code 120 builds in 3 lines; 3 documents left out}. */
  public String extent() {
    int builds = result.lines().stream().mapToInt(line -> line.builds().size()).sum();
    String left =
        result.leftOut().isEmpty()
            ? ""
            : "; " + NumberText.counted(result.leftOut().size(), "document") + " left out";
    return NumberText.counted(builds, "build")
        + " in "
        + NumberText.counted(result.lines().size(), "line")
        + left;
  }

  /** All of it, at most 80 columns wide where names are short, with a line feed at its end. */
  public String text() {
    List<String> lines = new ArrayList<>(Paragraph.labelled("history", extent()));
    lines.add("");
    lines.addAll(Paragraph.of(word() + "  ", answer()));
    for (ReleaseLine line : result.lines()) {
      lines.add("");
      lines.addAll(Paragraph.of("", line.name() + ": " + span(line)));
      lines.addAll(Paragraph.of("", conditions(line)));
      lines.addAll(table(line));
      unchanged(line).ifPresent(text -> lines.addAll(Paragraph.labelled("unchanged", text)));
    }
    return String.join("\n", lines) + "\n";
  }

  /** {@code 40 builds, 2.54.0 of 2026-09-01 to 2.56.0 of 2026-11-21}. */
  public static String span(ReleaseLine line) {
    List<Build> builds = line.builds();
    return "%s, %s to %s"
        .formatted(
            NumberText.counted(builds.size(), "build"),
            builds.get(0).title(),
            builds.get(builds.size() - 1).title());
  }

  /** Driver and machine. */
  public static String conditions(ReleaseLine line) {
    String driver = line.subject().driver().map(d -> d.name() + ", ").orElse("");
    return driver + line.subject().environment().map(HistoryText::machine).orElse("any machine");
  }

  private static String machine(Environment machine) {
    return "%s, %s, %s"
        .formatted(
            machine.cpuModel(),
            NumberText.counted(machine.cores(), "core"),
            NumberText.bytes(machine.memoryBytes()));
  }

  private static List<String> table(ReleaseLine line) {
    List<List<String>> rows = new ArrayList<>();
    line.findings().forEach(finding -> rows.add(row(finding)));
    if (rows.isEmpty()) {
      return List.of();
    }
    rows.add(0, HEADER);
    int[] widths =
        IntStream.range(0, HEADER.size())
            .map(c -> rows.stream().mapToInt(row -> row.get(c).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> aligned(row, widths)).toList();
  }

  private static String aligned(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String padding = " ".repeat(widths[i] - row.get(i).length());
      boolean figure = i >= FIRST_FIGURE && i <= LAST_FIGURE;
      line.append(i == 0 ? "" : "  ");
      line.append(figure ? padding + row.get(i) : row.get(i) + padding);
    }
    return line.toString().stripTrailing();
  }

  /** The cells of a change, as the terminal and the page have them. */
  public static List<String> row(Finding finding) {
    LevelChange change = finding.change();
    Figure figure = finding.figure();
    return List.of(
        figure.title(),
        figure.unit().text(change.before()),
        figure.unit().text(change.after()),
        change(change),
        change.direction() == Direction.WORSE ? "WORSE" : "better",
        finding.since().title());
  }

  /** {@code +12 %}; {@code from 0} where there was nothing. */
  public static String change(LevelChange change) {
    if (change.change().isEmpty()) {
      return "from 0";
    }
    double percent = change.change().getAsDouble() * 100;
    return (percent > 0 ? "+" : "") + NumberText.measured(percent) + " %";
  }

  /** Titles of the figures that did not change; empty where all did. */
  public static Optional<String> unchanged(ReleaseLine line) {
    String titles =
        line.figures().stream()
            .filter(each -> each.changes().isEmpty())
            .map(FigureHistory::figure)
            .map(Figure::title)
            .collect(Collectors.joining(", "));
    return titles.isEmpty() ? Optional.empty() : Optional.of(titles);
  }
}
