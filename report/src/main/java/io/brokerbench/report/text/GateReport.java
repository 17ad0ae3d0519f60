package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.gate.GuardFinding;
import io.brokerbench.experiment.gate.Inconclusive;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.metric.RunMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A comparison as text: a line for each round as it ends, and at the end the answer, each figure,
 * and what the experiment could have seen.
 *
 * <p>At most 80 columns wide, apart from paths and commands, which are never broken.
 *
 * @param unicode whether the output can show thin spaces; plain ones otherwise
 */
public record GateReport(boolean unicode) {

  private static final String ROW = "%5s  %-9s %11s %11s %9s %8s";
  private static final int WIDEST_NAME = 9;
  private static final List<Figure> HEADLINES =
      Stream.of(
              "latency.tail.p50",
              "latency.endToEnd.mean",
              "latency.connect.p99",
              "throughput.received")
          .map(FigureCatalogue::find)
          .toList();
  private static final List<Figure> COSTS =
      Stream.of("broker.cpuPerMessage", "connections.brokerCpu")
          .map(FigureCatalogue::find)
          .toList();
  private static final int MOST_TOLD = 3;

  /** The line above the rounds. */
  public String header(RunMeasurement baseline) {
    String name = headline(baseline).map(GateReport::shortName).orElse("");
    return ROW.formatted("round", "first", "baseline", "candidate", name, "cpu");
  }

  private static String shortName(Figure figure) {
    String end = figure.path().substring(figure.path().lastIndexOf('.') + 1);
    return figure.title().length() <= WIDEST_NAME ? figure.title() : end;
  }

  /** The figure by which a round is shown first; with groups, that of the first group. */
  private static Optional<Figure> headline(RunMeasurement measured) {
    return HEADLINES.stream()
        .flatMap(
            figure ->
                measured.values().keySet().stream()
                    .filter(
                        each -> each.equals(figure) || each.path().endsWith("." + figure.path())))
        .findFirst();
  }

  /** The line of a round: the values of one figure, and how it and the CPU changed. */
  public String row(AbRound round, RunMeasurement baseline, RunMeasurement candidate) {
    String first = round.first() == Side.BASELINE ? "baseline" : "candidate";
    Optional<Figure> headline = headline(baseline);
    Optional<Figure> cost = COSTS.stream().filter(baseline.values()::containsKey).findFirst();
    return shown(
        ROW.formatted(
            round.number(),
            first,
            headline.flatMap(figure -> value(baseline, figure)).orElse("-"),
            headline.flatMap(figure -> value(candidate, figure)).orElse("-"),
            headline.flatMap(figure -> change(baseline, candidate, figure)).orElse("-"),
            cost.flatMap(figure -> change(baseline, candidate, figure)).orElse("-")));
  }

  private static Optional<String> value(RunMeasurement measured, Figure figure) {
    return Optional.ofNullable(measured.values().get(figure)).map(figure.unit()::text);
  }

  private static Optional<String> change(
      RunMeasurement baseline, RunMeasurement candidate, Figure figure) {
    Double from = baseline.values().get(figure);
    Double to = candidate.values().get(figure);
    if (from == null || to == null || !(from > 0)) {
      return Optional.empty();
    }
    double percent = (to / from - 1) * 100;
    return Optional.of((percent > 0 ? "+" : "") + NumberText.measured(percent) + " %");
  }

  /**
   * The block at the end, with a line feed at its end: the answer first, what would have been seen
   * second.
   *
   * @param notes further lines, such as why it ended
   * @param results where everything is; nothing where it is not kept
   */
  public String of(GateText text, List<String> notes, List<Labelled> results) {
    List<String> lines = new ArrayList<>();
    if (!text.crossed().isEmpty()) {
      lines.addAll(Paragraph.of("FAILED  ", "threshold crossed: " + text.crossed()));
    }
    lines.addAll(Paragraph.of(text.verdict().decision() + "  ", text.answer()));
    seen(text).ifPresent(lines::add);
    lines.add("");
    lines.addAll(Paragraph.of("", text.title() + ": " + text.repetitions()));
    lines.addAll(Paragraph.labelled("scenario", text.subject()));
    lines.add("");
    GuardText.noted(text.verdict()).forEach(guard -> lines.addAll(line(guard)));
    GuardText.kept(text.verdict())
        .ifPresent(kept -> lines.addAll(Paragraph.of(label(Decision.PASS), kept)));
    text.figures().forEach(figure -> lines.addAll(line(figure)));
    lines.addAll(ThresholdText.lines(text.thresholds(), text.counts()));
    notes.forEach(note -> lines.addAll(Paragraph.of("", note)));
    if (!results.isEmpty()) {
      lines.add("");
    }
    results.forEach(result -> lines.add(Paragraph.LABEL.formatted(result.label()) + result.text()));
    return shown(String.join("\n", lines) + "\n");
  }

  /**
   * A line of the end.
   *
   * @param label what it is
   * @param text never broken
   */
  public record Labelled(String label, String text) {}

  private static List<String> line(GuardFinding guard) {
    return Paragraph.of(label(guard.decision()), GuardText.sentence(guard));
  }

  private static String label(Decision decision) {
    return "%-12s ".formatted(decision == Decision.PASS ? "pass" : decision.toString());
  }

  private static List<String> line(FigureComparison figure) {
    String said = figure.figure().title() + " " + GateText.change(figure);
    if (!figure.figure().decides()) {
      return Paragraph.of("%-12s ".formatted(GateText.word(figure)), said);
    }
    return Paragraph.of(
        label(figure.outcome().decision()),
        figure.outcome() instanceof Inconclusive open ? said + ": " + GateText.reason(open) : said);
  }

  /** What would have been seen of the figures that matter most. */
  private static Optional<String> seen(GateText text) {
    Stream<FigureComparison> named =
        text.verdict().figures().stream()
            .filter(m -> m.figure().decides() && isHeadline(m.figure().path()));
    List<FigureComparison> reported =
        named
            .filter(m -> m.outcome().evidence().smallestDetectable().isPresent())
            .limit(MOST_TOLD)
            .toList();
    if (reported.isEmpty()) {
      reported =
          text.verdict().figures().stream()
              .filter(m -> m.outcome().evidence().smallestDetectable().isPresent())
              .limit(MOST_TOLD)
              .toList();
    }
    List<String> parts =
        reported.stream()
            .map(
                m ->
                    "%s worse by %s (tolerance %s)"
                        .formatted(
                            m.figure().title(),
                            GateText.smallest(m),
                            GateText.percent(m.figure().tolerated())))
            .toList();
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join(
                "\n",
                Paragraph.of(
                    "",
                    "It would have found, nine times out of ten: "
                        + String.join(", ", parts)
                        + ".")));
  }

  private static boolean isHeadline(String path) {
    return path.equals(FigureCatalogue.SUSTAINABLE.path())
        || Stream.of(HEADLINES, COSTS).flatMap(List::stream).anyMatch(f -> f.path().equals(path));
  }

  private String shown(String text) {
    return unicode ? text : NumberText.plain(text);
  }
}
