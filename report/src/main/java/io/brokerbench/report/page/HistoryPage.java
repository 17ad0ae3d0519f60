package io.brokerbench.report.page;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.experiment.history.Build;
import io.brokerbench.experiment.history.FigureHistory;
import io.brokerbench.experiment.history.FigureHistory.Level;
import io.brokerbench.experiment.history.LevelChange;
import io.brokerbench.experiment.history.ReleaseLine;
import io.brokerbench.experiment.history.ReleaseLine.Finding;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.Html;
import io.brokerbench.report.html.LineChart;
import io.brokerbench.report.html.LineChart.Place;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.Series;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import io.brokerbench.report.page.PageBlocks.Tone;
import io.brokerbench.report.text.HistoryText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The page of a history: the answer, then for each line of builds its changes and its charts. */
final class HistoryPage {

  private static final List<String> CHANGES =
      List.of("figure", "before", "after", "change", "", "since", "build");

  private final HistoryText text;
  private final UnaryOperator<String> links;

  /**
   * The page.
   *
   * @param text of the history
   * @param links from the path of a document to where readers of it are led
   */
  HistoryPage(HistoryText text, UnaryOperator<String> links) {
    this.text = text;
    this.links = links;
  }

  String html() {
    Page page = Page.of("History");
    page.add(
        PageBlocks.head("History: " + text.extent(), PageBlocks.time(text.result().analysedAt())));
    Tone tone = text.worsenings().isEmpty() ? Tone.GOOD : Tone.BAD;
    page.add(PageBlocks.verdict(tone, text.word(), text.answer() + ".", List.of()));
    page.add(PageBlocks.usage());
    for (int i = 0; i < text.result().lines().size(); i++) {
      line(page, i, text.result().lines().get(i));
    }
    if (!text.result().leftOut().isEmpty()) {
      page.heading("Left out");
      page.add(PageBlocks.paragraphs(text.result().leftOut()));
    }
    return page.html();
  }

  private void line(Page page, int number, ReleaseLine line) {
    page.heading(line.name());
    page.add(
        PageBlocks.paragraphs(
            List.of(HistoryText.span(line) + ".", HistoryText.conditions(line) + ".")));
    if (line.findings().isEmpty()) {
      page.add(new Html().element("p", "No figure changed its level."));
    } else {
      page.add(changes(line).html());
    }
    List<LineChart> charts = new ArrayList<>();
    for (FigureHistory figure : line.figures()) {
      charts.add(chart("history-%d-%d".formatted(number, charts.size()), figure));
    }
    page.charts(charts);
    page.details("Builds", builds(line).html());
  }

  private Table changes(ReleaseLine line) {
    return new Table(
        "Changes, the latest first", CHANGES, line.findings().stream().map(this::row).toList());
  }

  private List<Cell> row(Finding finding) {
    List<String> words = HistoryText.row(finding);
    return List.of(
        Cell.text(words.get(0)),
        Cell.figure(words.get(1)),
        Cell.figure(words.get(2)),
        Cell.figure(words.get(3)),
        Cell.text(words.get(4)),
        Cell.link(words.get(5), links.apply(finding.since().documents().get(0))),
        Cell.figure(Integer.toString(finding.since().number())));
  }

  private static LineChart chart(String id, FigureHistory history) {
    Figure figure = history.figure();
    double factor = factor(figure.unit());
    List<Place> places =
        history.changes().stream()
            .map(change -> new Place(HistoryText.change(change), change.build(), change.build()))
            .toList();
    return new LineChart(
        id,
        figure.title(),
        summary(history),
        new LineChart.Axes(
            Axis.linear("build", Quantity.NUMBER),
            Axis.close(figure.title(), quantity(figure.unit()))),
        history.builds().stream().map(Integer::doubleValue).toList(),
        List.of(
            new Series(
                "build",
                history.values().stream().map(value -> value * factor).toList(),
                Series.Style.POINTS),
            Series.line("level", levels(history, factor))),
        places);
  }

  /** For each build the mean of those between the same changes. */
  private static List<Double> levels(FigureHistory history, double factor) {
    List<Double> levels = new ArrayList<>();
    List<Level> all = history.levels();
    for (int build : history.builds()) {
      all.stream()
          .filter(level -> build >= level.from() && build <= level.to())
          .findFirst()
          .ifPresent(level -> levels.add(level.mean() * factor));
    }
    return levels;
  }

  private static String summary(FigureHistory history) {
    List<Level> levels = history.levels();
    String last = history.figure().unit().text(levels.get(levels.size() - 1).mean());
    if (history.changes().isEmpty()) {
      return "No change: %s on average.".formatted(last);
    }
    LevelChange change = history.changes().get(history.changes().size() - 1);
    return "%s since build %d, for the %s: %s on average, before that %s."
        .formatted(
            HistoryText.change(change),
            change.build(),
            change.direction() == LevelChange.Direction.WORSE ? "worse" : "better",
            last,
            history.figure().unit().text(change.before()));
  }

  private static Quantity quantity(Unit unit) {
    return switch (unit) {
      case PER_SECOND -> Quantity.PER_SECOND;
      case NANOS -> Quantity.NANOS;
      case BYTES -> Quantity.BYTES;
      case SHARE -> Quantity.PERCENT;
      case COUNT, CORES, OTHER -> Quantity.NUMBER;
    };
  }

  /** From the values of a unit to those of its quantity. */
  private static double factor(Unit unit) {
    return unit == Unit.SHARE ? 100 : 1;
  }

  private Table builds(ReleaseLine line) {
    List<List<Cell>> rows = line.builds().stream().flatMap(this::documents).toList();
    return new Table(
        "Builds and their results",
        List.of("build", "label", "version", "started", "result"),
        rows);
  }

  private Stream<List<Cell>> documents(Build build) {
    return build.documents().stream()
        .map(
            document ->
                List.of(
                    Cell.text(Integer.toString(build.number())),
                    Cell.text(build.label()),
                    Cell.text(build.version()),
                    Cell.figure(PageBlocks.time(build.startedAt())),
                    Cell.link(document, links.apply(document))));
  }
}
