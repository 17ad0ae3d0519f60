package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.CompareResult;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Evidence;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.gate.Gate;
import io.brokerbench.experiment.gate.GateOutcome;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.Inconclusive;
import io.brokerbench.experiment.metric.MeasurementContext;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Median;

/**
 * What reports of comparisons have in common, whatever their form.
 *
 * @param title names both sides
 * @param subject what was run
 * @param repetitions how often, and how long it took
 * @param verdict what it says
 * @param thresholds of the candidate, checked
 * @param counts whether what was measured says something, so that thresholds are kept or crossed
 */
public record GateText(
    String title,
    String subject,
    String repetitions,
    GateVerdict verdict,
    List<ThresholdCheck> thresholds,
    boolean counts) {

  /** One without thresholds. */
  GateText(String title, String subject, String repetitions, GateVerdict verdict) {
    this(title, subject, repetitions, verdict, List.of(), true);
  }

  /** Of two brokers that were run here. */
  public static GateText of(AbResult result) {
    return new GateText(
        "candidate %s against baseline %s"
            .formatted(result.candidate().title(), result.baseline().title()),
        result.name(),
        rounds(result) + ", " + NumberText.time(result.took()),
        result.verdict(),
        ThresholdText.gravestFirst(result.thresholds().orElse(List.of())),
        result.end().counts());
  }

  /** {@code 13 rounds, side by side}. */
  public static String rounds(AbResult result) {
    return NumberText.counted(result.rounds().size(), "round")
        + (result.design().bothRun() ? ", side by side" : ", in turns");
  }

  /** Of stored results. */
  public static GateText of(CompareResult result) {
    return new GateText(
        "candidate %s against baseline %s"
            .formatted(result.candidate().title(), result.baseline().title()),
        subject(result.baseline()),
        "%d repetitions against %d"
            .formatted(result.candidate().repetitions(), result.baseline().repetitions()),
        result.verdict());
  }

  private static String subject(MeasurementContext measured) {
    Optional<String> groups =
        measured
            .groups()
            .map(all -> all.stream().map(ClientGroup::name).collect(Collectors.joining(", ")));
    return measured
        .scenario()
        .map(Scenario::name)
        .or(() -> groups.map(names -> "groups " + names))
        .orElse("JMH");
  }

  /** The thresholds that are crossed; empty where none is, or nothing counts. */
  public String crossed() {
    return counts ? ThresholdText.headline(thresholds) : "";
  }

  /** The figures, the gravest first. */
  public List<FigureComparison> figures() {
    return verdict.figures().stream()
        .sorted(
            Comparator.comparing((FigureComparison m) -> !m.figure().decides())
                .thenComparing(m -> gravity(m.outcome())))
        .toList();
  }

  /** The overall answer as a sentence. */
  public String answer() {
    String worse = verdict.decision() == Decision.REGRESSED ? names(0) : "";
    if (!verdict.reason().isEmpty()) {
      return verdict.reason() + (worse.isEmpty() ? "" : "; worse than tolerated: " + worse);
    }
    return switch (verdict.decision()) {
      case PASS -> "nothing is worse than tolerated";
      case REGRESSED -> "worse than tolerated: " + worse;
      case INCONCLUSIVE -> "no decision: " + names(1);
    };
  }

  private String names(int gravity) {
    return String.join(
        ", ",
        verdict.figures().stream()
            .filter(m -> m.figure().decides() && gravity(m.outcome()) == gravity)
            .map(m -> m.figure().title())
            .toList());
  }

  /** {@code PASS}, or {@code reported} of a figure that does not decide. */
  public static String word(FigureComparison figure) {
    return figure.figure().decides() ? figure.outcome().decision().name() : "reported";
  }

  private static int gravity(GateOutcome outcome) {
    return switch (outcome.decision()) {
      case REGRESSED -> 0;
      case INCONCLUSIVE -> 1;
      case PASS -> 2;
    };
  }

  /** {@code +18 % (90 % CI +11 .. +26 %), tolerance 10 %}. */
  public static String change(FigureComparison figure) {
    return changeOnly(figure)
        + interval(figure.outcome().evidence(), " (90 % CI ", ")")
        + ", tolerance "
        + percent(figure.figure().tolerated());
  }

  public static String changeOnly(FigureComparison figure) {
    double change = figure.outcome().evidence().change();
    String unit = figure.figure().comparedByCounting() ? " points" : "";
    return signed(change) + " %" + unit;
  }

  public static String interval(Evidence evidence, String before, String after) {
    return evidence.low().isEmpty()
        ? ""
        : before
            + signed(evidence.low().getAsDouble())
            + " .. "
            + signed(evidence.high().orElseThrow())
            + " %"
            + after;
  }

  public static String smallest(FigureComparison figure) {
    Evidence evidence = figure.outcome().evidence();
    return evidence.smallestDetectable().isPresent()
        ? NumberText.measured(evidence.smallestDetectable().getAsDouble() * 100) + " %"
        : "-";
  }

  /** Why there is no decision, and what would help. */
  public static String reason(Inconclusive outcome) {
    Evidence evidence = outcome.evidence();
    int fewest = Math.min(evidence.baselineCount(), evidence.candidateCount());
    return outcome.repetitionsNeeded().isPresent() && fewest >= Gate.LEAST_REPETITIONS
        ? "%s; about %d repetitions would decide it"
            .formatted(outcome.reason(), outcome.repetitionsNeeded().getAsInt())
        : outcome.reason();
  }

  /** A share that a user chose, with all its digits. */
  public static String percent(double share) {
    return NumberText.exact(BigDecimal.valueOf(share).movePointRight(2).doubleValue()) + " %";
  }

  private static String signed(double share) {
    String text = NumberText.measured(share * 100);
    return share > 0 && !text.equals("0") ? "+" + text : text;
  }

  /** The median of a figure's values, with its unit. */
  public static String median(Unit unit, List<Double> values) {
    double median = Median.withDefaults().evaluate(values.stream().mapToDouble(v -> v).toArray());
    return unit.text(median);
  }
}
