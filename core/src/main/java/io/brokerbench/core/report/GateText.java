package io.brokerbench.core.report;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.gate.AbResult;
import io.brokerbench.core.gate.CompareResult;
import io.brokerbench.core.gate.Evidence;
import io.brokerbench.core.gate.Gate;
import io.brokerbench.core.gate.GateOutcome;
import io.brokerbench.core.gate.GateVerdict;
import io.brokerbench.core.gate.Inconclusive;
import io.brokerbench.core.gate.MetricComparison;
import io.brokerbench.core.metric.Unit;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;

/**
 * What reports of comparisons have in common, whatever their form.
 *
 * @param title names both sides
 * @param subject what was run
 * @param repetitions how often, and how long it took
 * @param verdict what it says
 */
public record GateText(String title, String subject, String repetitions, GateVerdict verdict) {

  /** Of an interleaved comparison. */
  public static GateText of(AbResult result) {
    int pairs = result.pairs().size();
    return new GateText(
        "candidate %s against baseline %s"
            .formatted(result.candidate().title(), result.baseline().title()),
        result.scenario().name(),
        "%d interleaved pair%s, %s"
            .formatted(pairs, pairs == 1 ? "" : "s", Figures.time(result.took())),
        result.verdict());
  }

  /** Of stored results. */
  public static GateText of(CompareResult result) {
    return new GateText(
        "candidate %s against baseline %s"
            .formatted(result.candidate().title(), result.baseline().title()),
        result.baseline().scenario().map(s -> s.name()).orElse("JMH"),
        "%d repetitions against %d"
            .formatted(result.candidate().repetitions(), result.baseline().repetitions()),
        result.verdict());
  }

  /** The metrics, the gravest first. */
  List<MetricComparison> metrics() {
    return verdict.metrics().stream()
        .sorted(Comparator.comparingInt((MetricComparison m) -> gravity(m.outcome())))
        .toList();
  }

  /** The overall answer as a sentence. */
  String answer() {
    if (!verdict.reason().isEmpty()) {
      return verdict.reason();
    }
    return switch (verdict.decision()) {
      case PASS -> "nothing is worse than tolerated";
      case REGRESSED -> "worse than tolerated: " + names(0);
      case INCONCLUSIVE -> "the experiment can't tell: " + names(1);
    };
  }

  private String names(int gravity) {
    return String.join(
        ", ",
        verdict.metrics().stream()
            .filter(m -> gravity(m.outcome()) == gravity)
            .map(m -> m.metric().title())
            .toList());
  }

  private static int gravity(GateOutcome outcome) {
    return switch (outcome.decision()) {
      case REGRESSED -> 0;
      case INCONCLUSIVE -> 1;
      case PASS -> 2;
    };
  }

  /** {@code +18 % (95 % CI +11 .. +26 %), tolerance 10 %}. */
  static String change(MetricComparison metric) {
    return changeOnly(metric)
        + interval(metric.outcome().evidence(), " (95 % CI ", ")")
        + ", tolerance "
        + percent(metric.metric().tolerance());
  }

  static String changeOnly(MetricComparison metric) {
    double change = metric.outcome().evidence().change();
    String unit = metric.metric().unit() == Unit.SHARE ? " points" : "";
    return signed(change) + " %" + unit;
  }

  static String interval(Evidence evidence, String before, String after) {
    return evidence.low().isEmpty()
        ? ""
        : before
            + signed(evidence.low().getAsDouble())
            + " .. "
            + signed(evidence.high().orElseThrow())
            + " %"
            + after;
  }

  static String smallest(MetricComparison metric) {
    Evidence evidence = metric.outcome().evidence();
    return evidence.smallestDetectable().isPresent()
        ? Figures.measured(evidence.smallestDetectable().getAsDouble() * 100) + " %"
        : "-";
  }

  /** Why it can't tell, and what would help. */
  static String reason(Inconclusive outcome) {
    Evidence evidence = outcome.evidence();
    int fewest = Math.min(evidence.baselineCount(), evidence.candidateCount());
    return outcome.repetitionsNeeded().isPresent() && fewest >= Gate.LEAST_REPETITIONS
        ? "%s; about %d repetitions would tell"
            .formatted(outcome.reason(), outcome.repetitionsNeeded().getAsInt())
        : outcome.reason();
  }

  /** A share that someone chose, with all its digits. */
  static String percent(double share) {
    return Figures.exact(BigDecimal.valueOf(share).movePointRight(2).doubleValue()) + " %";
  }

  private static String signed(double share) {
    String text = Figures.measured(share * 100);
    return share > 0 && !text.equals("0") ? "+" + text : text;
  }

  /** The median of a metric's values, with its unit. */
  static String median(Unit unit, List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    return switch (unit) {
      case PER_SECOND -> Figures.rate(median) + "/s";
      case NANOS -> Figures.latency(Math.round(median));
      case MICROS -> Figures.measured(median) + " us";
      case BYTES -> Figures.bytes(Math.round(median));
      case SHARE -> Figures.measured(median * 100) + " %";
      case OTHER -> Figures.measured(median);
    };
  }
}
