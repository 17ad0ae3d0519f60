package io.brokerbench.report.file;

import static io.brokerbench.report.file.Markdown.escaped;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.gate.GuardFinding;
import io.brokerbench.experiment.gate.Inconclusive;
import io.brokerbench.report.text.GateText;
import io.brokerbench.report.text.GuardText;
import io.brokerbench.report.text.ThresholdText;
import java.util.ArrayList;
import java.util.List;

/** A comparison as Markdown, for a pull request or the summary of a job. */
public final class GateMarkdown {

  private GateMarkdown() {}

  /** The text, with a line feed at its end. */
  public static String of(GateText text) {
    List<String> lines = new ArrayList<>();
    lines.add("### brokerbench: " + word(text));
    String crossed = text.crossed();
    if (!crossed.isEmpty()) {
      lines.add("");
      lines.add("Threshold crossed: " + escaped(crossed) + ".");
    }
    lines.add("");
    lines.add(escaped(text.subject()) + ": " + escaped(text.answer()) + ".");
    lines.add("");
    lines.add(escaped(text.title()) + "; " + text.repetitions() + ".");
    List<GuardFinding> broken = GuardText.noted(text.verdict());
    if (!broken.isEmpty()) {
      lines.add("");
      lines.add("| | contract | baseline | candidate | chance |");
      lines.add("|---|---|---:|---:|---:|");
    }
    broken.forEach(guard -> lines.add(row(guard)));
    GuardText.kept(text.verdict())
        .ifPresent(kept -> lines.addAll(List.of("", escaped(kept) + ".")));
    if (!text.verdict().figures().isEmpty()) {
      lines.add("");
      lines.add(
          "| | figure | baseline | candidate | change | 90 % CI | tolerance | would have found |");
      lines.add("|---|---|---:|---:|---:|---:|---:|---:|");
    }
    text.figures().forEach(figure -> lines.add(row(figure)));
    if (!text.thresholds().isEmpty()) {
      lines.add("");
      text.thresholds()
          .forEach(
              check -> lines.add("- " + escaped(ThresholdText.sentence(check, text.counts()))));
    }
    List<String> open = reasons(text);
    if (!open.isEmpty()) {
      lines.add("");
      lines.addAll(open);
    }
    return NumberText.plain(String.join("\n", lines) + "\n");
  }

  /** The decision; {@code FAILED} for another than REGRESSED with a threshold that is crossed. */
  private static String word(GateText text) {
    Decision decision = text.verdict().decision();
    return !text.crossed().isEmpty() && decision != Decision.REGRESSED
        ? "FAILED"
        : decision.toString();
  }

  private static String row(GuardFinding guard) {
    return "| "
        + String.join(
            " | ",
            word(guard.decision()),
            escaped(guard.title()),
            GuardText.tally(guard.baseline()),
            GuardText.tally(guard.candidate()),
            GuardText.chance(guard))
        + " |";
  }

  private static String word(Decision decision) {
    return decision == Decision.PASS ? "pass" : "**" + decision + "**";
  }

  private static String row(FigureComparison figure) {
    return "| "
        + String.join(
            " | ",
            figure.figure().decides() ? word(figure.outcome().decision()) : GateText.word(figure),
            escaped(figure.figure().title()),
            GateText.median(figure.figure().unit(), figure.baseline()),
            GateText.median(figure.figure().unit(), figure.candidate()),
            GateText.changeOnly(figure),
            GateText.interval(figure.outcome().evidence(), "", ""),
            GateText.percent(figure.figure().tolerated()),
            GateText.smallest(figure))
        + " |";
  }

  private static List<String> reasons(GateText text) {
    List<String> lines = new ArrayList<>();
    for (FigureComparison figure : text.figures()) {
      if (figure.figure().decides() && figure.outcome() instanceof Inconclusive open) {
        lines.add("- " + escaped(figure.figure().title() + ": " + GateText.reason(open)));
      }
    }
    return lines;
  }
}
