package io.brokerbench.experiment.compare;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.gate.Gate;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.Pass;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.metric.ComparedValues;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.Tolerances;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The values of all rounds so far, and what the gate says of them. Only figures that both sides
 * have in every round are compared, and one that decides and is not compared keeps the candidate
 * from passing; the capacity stays as it passed.
 *
 * <p>For one comparison, on one thread.
 */
final class RoundValues {

  private static final String CPU = "broker.cpuPerMessage";

  private final Supplier<Tolerances> tolerances;
  private final List<AbRound> rounds = new ArrayList<>();
  private final Map<String, Figure> figures = new LinkedHashMap<>();
  private final Map<String, List<Double>> baseline = new LinkedHashMap<>();
  private final Map<String, List<Double>> candidate = new LinkedHashMap<>();
  private final Map<String, Pass> passed = new HashMap<>();

  RoundValues(Supplier<Tolerances> tolerances) {
    this.tolerances = tolerances;
  }

  void add(RoundRunner.Round round) {
    rounds.add(round.document());
    add(round.baseline(), baseline);
    add(round.candidate(), candidate);
  }

  private void add(RunMeasurement measured, Map<String, List<Double>> side) {
    measured
        .values()
        .forEach(
            (figure, value) -> {
              figures.put(figure.path(), figure);
              side.computeIfAbsent(figure.path(), m -> new ArrayList<>()).add(value);
            });
  }

  int size() {
    return rounds.size();
  }

  List<AbRound> rounds() {
    return rounds;
  }

  /**
   * Judges all rounds so far. What a figure passed by at an earlier look is what it passed by.
   *
   * @param level of this look, of an error rate of all looks together
   * @param passes whether a figure can pass by this look
   */
  GateVerdict judge(DoubleUnaryOperator level, boolean passes) {
    GateVerdict verdict = Gate.judge(samples(), level).withPassed(passed);
    for (FigureComparison figure : verdict.figures()) {
      // What is compared by counting has no level that looks could share.
      if (passes
          && figure.outcome() instanceof Pass pass
          && !figure.figure().comparedByCounting()) {
        passed.putIfAbsent(figure.figure().path(), pass);
      }
    }
    return verdict.decision() == Decision.REGRESSED
        ? verdict
        : notCompared().map(why -> verdict.deciding(Decision.INCONCLUSIVE, why)).orElse(verdict);
  }

  /**
   * A figure that is to decide and cannot: it was asked for and a side does not have it, or some
   * rounds or one side have it and others do not. It must not be passed over in silence.
   */
  private Optional<String> notCompared() {
    return lacking()
        .or(
            () ->
                figures.values().stream()
                    .filter(figure -> decides(figure) && lacksValues(figure.path()))
                    .findFirst()
                    .map(this::whyNotCompared));
  }

  private String whyNotCompared(Figure figure) {
    boolean ofBaseline = baseline.containsKey(figure.path());
    return ofBaseline && candidate.containsKey(figure.path())
        ? figure.path() + " is to decide, and some rounds have no value to compare"
        : "%s is to decide, and is known of the %s alone; --tolerance %s=off leaves it out"
            .formatted(
                figure.path(),
                (ofBaseline ? Side.BASELINE : Side.CANDIDATE).title(),
                figure.path());
  }

  /** Whether a further round has to find the capacity: it is compared, and has not passed yet. */
  boolean needsCapacity() {
    return tolerances.get().applied(FigureCatalogue.CAPACITY).isPresent()
        && !isSettled(FigureCatalogue.CAPACITY.path());
  }

  /** Whether later rounds say nothing more of a figure. */
  private boolean isSettled(String path) {
    return path.equals(FigureCatalogue.CAPACITY.path()) && passed.containsKey(path);
  }

  /** What was asked for, to decide, and is not measured; to be called once there is a round. */
  Optional<String> lacking() {
    return tolerances.get().deciding().stream()
        .filter(path -> !isOf(baseline, path) || !isOf(candidate, path))
        .findFirst()
        .map(path -> path + " is to decide, and is not known, or zero, here");
  }

  /** How much more CPU the candidate takes for a message, where that is at least twice as much. */
  Optional<String> moreCpu() {
    double from = median(baseline);
    double to = median(candidate);
    return from > 0 && to >= 2 * from
        ? Optional.of(
            "the candidate's CPU per message is %s times the baseline's, which may be why"
                .formatted(NumberText.measured(to / from)))
        : Optional.empty();
  }

  /** Whether the candidate takes twice the CPU for a message, and may be REGRESSED by that. */
  boolean cpuCanDecide() {
    Optional<Figure> cpu = tolerances.get().applied(FigureCatalogue.find(CPU));
    return moreCpu().isPresent()
        && !lacksValues(CPU)
        && cpu.stream()
            .anyMatch(
                figure ->
                    figure.decides()
                        && median(candidate) > median(baseline) * (1 + figure.tolerated()));
  }

  /** Whether a verdict shows a regression by CPU per message. */
  static boolean isWorseInCpu(GateVerdict verdict) {
    return verdict.figures().stream()
        .filter(each -> each.figure().decides() && isCpu(each))
        .anyMatch(each -> each.outcome().decision() == Decision.REGRESSED);
  }

  static boolean isCpu(FigureComparison figure) {
    return figure.figure().path().equals(CPU);
  }

  private static double median(Map<String, List<Double>> side) {
    List<Double> values = side.getOrDefault(CPU, List.of());
    return values.isEmpty()
        ? 0
        : Median.withDefaults().evaluate(values.stream().mapToDouble(each -> each).toArray());
  }

  private boolean decides(Figure figure) {
    return tolerances.get().applied(figure).filter(Figure::decides).isPresent();
  }

  /** Also of a group of clients, whose name comes first. */
  private static boolean isOf(Map<String, List<Double>> side, String path) {
    return side.keySet().stream().anyMatch(each -> each.equals(path) || each.endsWith("." + path));
  }

  private boolean lacksValues(String path) {
    return !isSettled(path)
        && Stream.of(baseline, candidate)
            .anyMatch(side -> side.getOrDefault(path, List.of()).size() < rounds.size());
  }

  private List<ComparedValues> samples() {
    List<ComparedValues> samples = new ArrayList<>();
    figures.forEach(
        (name, figure) -> {
          List<Double> from = baseline.getOrDefault(name, List.of());
          List<Double> to = candidate.getOrDefault(name, List.of());
          boolean all = from.size() == rounds.size() && to.size() == rounds.size();
          if (all || isSettled(name)) {
            tolerances
                .get()
                .applied(figure)
                .ifPresent(tolerated -> samples.add(new ComparedValues(tolerated, true, from, to)));
          }
        });
    return samples;
  }
}
