package io.brokerbench.experiment.compare;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.gate.Gate;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.Pass;
import io.brokerbench.experiment.metric.ComparedValues;
import io.brokerbench.experiment.metric.Tolerances;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;

/**
 * The values of all rounds so far, and what the gate says of them. Only figures that both sides
 * have in every round are compared.
 *
 * <p>For one comparison, on one thread.
 */
final class RoundValues {

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
    round.baseline().values().forEach((figure, value) -> put(baseline, figure.path(), value));
    round
        .candidate()
        .values()
        .forEach(
            (figure, value) -> {
              figures.put(figure.path(), figure);
              put(candidate, figure.path(), value);
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
   */
  GateVerdict judge(DoubleUnaryOperator level) {
    GateVerdict verdict = Gate.judge(samples(), level).withPassed(passed);
    for (FigureComparison figure : verdict.figures()) {
      if (figure.outcome() instanceof Pass pass) {
        passed.putIfAbsent(figure.figure().path(), pass);
      }
    }
    return verdict;
  }

  private List<ComparedValues> samples() {
    List<ComparedValues> samples = new ArrayList<>();
    figures.forEach(
        (name, figure) -> {
          List<Double> from = baseline.getOrDefault(name, List.of());
          List<Double> to = candidate.get(name);
          if (from.size() == rounds.size() && to.size() == rounds.size()) {
            tolerances
                .get()
                .applied(figure)
                .ifPresent(tolerated -> samples.add(new ComparedValues(tolerated, true, from, to)));
          }
        });
    return samples;
  }

  private static void put(Map<String, List<Double>> all, String figure, double value) {
    all.computeIfAbsent(figure, m -> new ArrayList<>()).add(value);
  }
}
