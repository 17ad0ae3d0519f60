package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.experiment.metric.ComparedValues;
import io.brokerbench.experiment.metric.Tolerances;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How often the whole rule errs, with several figures, several looks and early stopping. */
class GateErrorRatesTest {

  private static final AbPlan USUAL = new AbPlan(20, AbPlan.USUAL_BUDGET, 7);
  private static final int EXPERIMENTS = 400;

  private interface Simulation {
    SimulatedBench of(long seed);
  }

  private static long count(Simulation simulation, Tolerances tolerances, Decision decision) {
    return LongStream.range(0, EXPERIMENTS)
        .parallel()
        .filter(
            seed -> {
              try {
                AbPlan plan = new AbPlan(USUAL.rounds(), USUAL.budget(), seed);
                return simulation.of(seed).experiment(plan, tolerances).verdict().decision()
                    == decision;
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            })
        .count();
  }

  /** Without any tolerance, no false alarm is hidden by one. */
  @Test
  void equalBrokersWithHeavyTailedNoiseAreCalledRegressedInAtMostOneOfTwenty() {
    long alarms =
        count(
            seed -> SimulatedBench.heavyTailed(seed, 0.05),
            Tolerances.parse("all=0%"),
            Decision.REGRESSED);
    assertThat(alarms).isLessThanOrEqualTo(EXPERIMENTS / 20);
  }

  @Test
  void soAreBrokersThatAreWorseByJustTheTolerance() {
    long alarms =
        count(
            seed -> SimulatedBench.normal(seed, 0.03).worse("broker.cpuPerMessage", 0.05),
            Tolerances.USUAL,
            Decision.REGRESSED);
    assertThat(alarms).isLessThanOrEqualTo(EXPERIMENTS / 20);
  }

  /** Each figure is at the edge, so the correction for their number alone holds off alarms. */
  @Test
  void soAreBrokersThatAreWorseByJustTheToleranceInEveryFigureThatDecides() {
    long alarms =
        count(
            seed ->
                SimulatedBench.normal(seed, 0.03)
                    .worse("throughput.received", 0.05)
                    .worse("throughput.capacity", 0.05)
                    .worse("latency.endToEnd.p50", 0.10)
                    .worse("latency.tail.p50", 0.20)
                    .worse("broker.cpuPerMessage", 0.05),
            Tolerances.USUAL,
            Decision.REGRESSED);
    assertThat(alarms).isLessThanOrEqualTo(EXPERIMENTS / 20);
  }

  @Test
  void aCandidateThatIsWorseByTenPercentWithNoiseOfThreeIsFoundInNineOfTen() {
    for (String figure : new String[] {"broker.cpuPerMessage", "throughput.received"}) {
      long found =
          count(
              seed -> SimulatedBench.normal(seed, 0.03).worse(figure, 0.10),
              Tolerances.USUAL,
              Decision.REGRESSED);
      assertThat(found).as(figure).isGreaterThanOrEqualTo(EXPERIMENTS * 9 / 10);
    }
  }

  @Test
  void aCandidateThatIsWorseThanToleratedIsPassedInAtMostOneOfTwenty() {
    long missed =
        count(
            seed -> SimulatedBench.heavyTailed(seed, 0.02).worse("latency.tail.p50", 0.21),
            Tolerances.USUAL,
            Decision.PASS);
    assertThat(missed).isLessThanOrEqualTo(EXPERIMENTS / 20);
  }

  /**
   * What a report calls the smallest worsening that it would have found is found in nine of ten, by
   * all the figures that decide.
   */
  @Test
  void theSmallestDetectableWorseningIsFoundBeyondTheToleranceInAboutNineOfTen() {
    double smallest =
        LongStream.range(0, EXPERIMENTS)
            .mapToObj(seed -> p99(SimulatedBench.normal(seed, 0.05)))
            .mapToDouble(outcome -> outcome.evidence().smallestDetectable().orElseThrow())
            .average()
            .orElseThrow();
    long found =
        LongStream.range(0, EXPERIMENTS)
            .mapToObj(
                seed ->
                    p99(
                        SimulatedBench.normal(1_000 + seed, 0.05)
                            .worse("latency.tail.p50", smallest)))
            .filter(outcome -> outcome.decision() == Decision.REGRESSED)
            .count();
    assertThat(found / (double) EXPERIMENTS).as("of %s", smallest).isBetween(0.85, 0.95);
  }

  /** The usual p99 among all figures. */
  private static GateOutcome p99(SimulatedBench bench) {
    List<Map<Figure, Double>> baseline = new ArrayList<>();
    List<Map<Figure, Double>> candidate = new ArrayList<>();
    for (int i = 0; i < USUAL.rounds(); i++) {
      SimulatedBench.Simulated round = bench.begin(i + 1, Side.BASELINE);
      baseline.add(round.slice(Side.BASELINE, false).values());
      candidate.add(round.slice(Side.CANDIDATE, false).values());
    }
    List<ComparedValues> samples =
        SimulatedBench.FIGURES.stream()
            .map(
                figure ->
                    new ComparedValues(
                        figure,
                        true,
                        baseline.stream().map(values -> values.get(figure)).toList(),
                        candidate.stream().map(values -> values.get(figure)).toList()))
            .toList();
    return Gate.judge(samples).figures().stream()
        .filter(each -> each.figure().path().equals("latency.tail.p50"))
        .findFirst()
        .orElseThrow()
        .outcome();
  }

  @Test
  void equalBrokersWithLittleNoiseAreMostlyPassed() {
    long passed = count(seed -> SimulatedBench.normal(seed, 0.02), Tolerances.USUAL, Decision.PASS);
    assertThat(passed).isGreaterThanOrEqualTo(EXPERIMENTS * 9 / 10);
  }
}
