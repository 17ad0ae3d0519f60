package io.brokerbench.core.report;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.gate.Decision;
import io.brokerbench.core.gate.Inconclusive;
import io.brokerbench.core.gate.MetricComparison;
import java.util.ArrayList;
import java.util.List;

/** A comparison as Markdown, for a pull request or the summary of a job. */
public final class GateMarkdown {

  private GateMarkdown() {}

  /** The text, with a line feed at its end. */
  public static String of(GateText text) {
    List<String> lines = new ArrayList<>();
    lines.add("### brokerbench: " + text.verdict().decision());
    lines.add("");
    lines.add(escaped(text.subject()) + ": " + escaped(text.answer()) + ".");
    lines.add("");
    lines.add(escaped(text.title()) + "; " + text.repetitions() + ".");
    if (!text.verdict().metrics().isEmpty()) {
      lines.add("");
      lines.add(
          "| | metric | baseline | candidate | change | 95 % CI | tolerance | could have seen |");
      lines.add("|---|---|---:|---:|---:|---:|---:|---:|");
    }
    text.metrics().forEach(metric -> lines.add(row(metric)));
    List<String> open = reasons(text);
    if (!open.isEmpty()) {
      lines.add("");
      lines.addAll(open);
    }
    return Figures.plain(String.join("\n", lines) + "\n");
  }

  private static String row(MetricComparison metric) {
    Decision decision = metric.outcome().decision();
    String word = decision == Decision.PASS ? "pass" : "**" + decision + "**";
    return "| "
        + String.join(
            " | ",
            word,
            escaped(metric.metric().title()),
            GateText.median(metric.metric().unit(), metric.baseline()),
            GateText.median(metric.metric().unit(), metric.candidate()),
            GateText.changeOnly(metric),
            GateText.interval(metric.outcome().evidence(), "", ""),
            GateText.percent(metric.metric().tolerance()),
            GateText.smallest(metric))
        + " |";
  }

  private static List<String> reasons(GateText text) {
    List<String> lines = new ArrayList<>();
    for (MetricComparison metric : text.metrics()) {
      if (metric.outcome() instanceof Inconclusive open) {
        lines.add("- " + escaped(metric.metric().title() + ": " + GateText.reason(open)));
      }
    }
    return lines;
  }

  private static String escaped(String text) {
    return text.replaceAll("([\\\\`*_<>|\\[\\]#])", "\\\\$1");
  }
}
