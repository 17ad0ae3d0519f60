package io.brokerbench.core.report;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.gate.AbPair;
import io.brokerbench.core.gate.Decision;
import io.brokerbench.core.gate.Inconclusive;
import io.brokerbench.core.gate.MetricComparison;
import io.brokerbench.core.gate.Side;
import io.brokerbench.core.metric.Measured;
import io.brokerbench.core.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A comparison as text: a line for each pair as it ends, and at the end the answer, each metric,
 * and what the experiment could have seen.
 *
 * <p>At most 80 columns wide, apart from paths and commands, which are never broken.
 *
 * @param unicode whether the output can show thin spaces; plain ones otherwise
 */
public record GateReport(boolean unicode) {

  private static final String ROW = "%5s  %-9s %11s %11s %8s %8s";
  private static final String LABEL = "%-12s";
  private static final List<String> TOLD = List.of("throughput", "p99", "connect-p99", "cpu");
  private static final int MOST_TOLD = 3;

  /** The line above the pairs. */
  public String header(String metric) {
    return ROW.formatted("pair", "first", "baseline", "candidate", metric, "cpu");
  }

  /** The line of a pair: the values of one metric, and how it and the CPU changed. */
  public String row(AbPair pair, String metric, Measured baseline, Measured candidate) {
    String first = pair.first() == Side.BASELINE ? "baseline" : "candidate";
    return shown(
        ROW.formatted(
            pair.number(),
            first,
            value(baseline, metric),
            value(candidate, metric),
            change(baseline, candidate, metric),
            change(baseline, candidate, "cpu")));
  }

  private static String value(Measured measured, String metric) {
    return measured.values().entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(metric))
        .map(entry -> GateText.median(entry.getKey().unit(), List.of(entry.getValue())))
        .findFirst()
        .orElse("-");
  }

  private static String change(Measured baseline, Measured candidate, String metric) {
    for (Map.Entry<Metric, Double> entry : baseline.values().entrySet()) {
      Double to = candidate.values().get(entry.getKey());
      if (entry.getKey().name().equals(metric) && to != null && entry.getValue() > 0) {
        double percent = (to / entry.getValue() - 1) * 100;
        return (percent > 0 ? "+" : "") + Figures.measured(percent) + " %";
      }
    }
    return "-";
  }

  /**
   * The block at the end, with a line feed at its end.
   *
   * @param notes further lines, such as why it ended
   * @param results where everything is; nothing where it isn't kept
   */
  public String of(GateText text, List<String> notes, List<Labelled> results) {
    List<String> lines = new ArrayList<>();
    lines.addAll(Paragraph.of("", text.title() + ": " + text.repetitions()));
    lines.addAll(Paragraph.of(LABEL.formatted("scenario"), text.subject()));
    lines.add("");
    lines.addAll(Paragraph.of(text.verdict().decision() + "  ", text.answer()));
    lines.add("");
    text.metrics().forEach(metric -> lines.addAll(line(metric)));
    seen(text).ifPresent(lines::add);
    notes.forEach(note -> lines.addAll(Paragraph.of("", note)));
    if (!results.isEmpty()) {
      lines.add("");
    }
    results.forEach(result -> lines.add(LABEL.formatted(result.label()) + result.text()));
    return shown(String.join("\n", lines) + "\n");
  }

  /**
   * A line of the end.
   *
   * @param label what it is
   * @param text never broken
   */
  public record Labelled(String label, String text) {}

  private static List<String> line(MetricComparison metric) {
    Decision decision = metric.outcome().decision();
    String word = decision == Decision.PASS ? "pass" : decision.toString();
    String label = "%-12s ".formatted(word);
    String said = metric.metric().title() + " " + GateText.change(metric);
    return Paragraph.of(
        label,
        metric.outcome() instanceof Inconclusive open ? said + ": " + GateText.reason(open) : said);
  }

  /** What would have been seen of the metrics that matter most. */
  private static Optional<String> seen(GateText text) {
    Stream<MetricComparison> named =
        text.verdict().metrics().stream().filter(m -> TOLD.contains(m.metric().name()));
    List<MetricComparison> told =
        named
            .filter(m -> m.outcome().evidence().smallestDetectable().isPresent())
            .limit(MOST_TOLD)
            .toList();
    if (told.isEmpty()) {
      told =
          text.verdict().metrics().stream()
              .filter(m -> m.outcome().evidence().smallestDetectable().isPresent())
              .limit(MOST_TOLD)
              .toList();
    }
    List<String> parts =
        told.stream().map(m -> m.metric().title() + " by " + GateText.smallest(m)).toList();
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join(
                "\n",
                Paragraph.of(
                    "",
                    "This experiment would have seen a worsening of "
                        + String.join(", ", parts)
                        + ".")));
  }

  private String shown(String text) {
    return unicode ? text : Figures.plain(text);
  }
}
