package io.brokerbench.experiment.gate;

import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.metric.ComparedValues;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.RunMeasurement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Comparisons with made-up figures. */
public final class ExampleComparison {

  private static final RunResult RUN = new ExampleResult().build();

  private ExampleComparison() {}

  /** One whose p99 has regressed by 50 %, whose CPU is as it was, whose p50 is not decided. */
  public static GateVerdict regressed() {
    return Gate.judge(
        List.of(
            samples(FigureCatalogue.find("latency.endToEnd.p50"), 400_000, 442_000),
            samples(FigureCatalogue.find("latency.tail.p50"), 2_000_000, 3_000_000),
            samples(FigureCatalogue.find("broker.cpuPerMessage"), 61_000, 61_000),
            new ComparedValues(
                FigureCatalogue.find("messages.loss"),
                true,
                Collections.nCopies(8, 0.0),
                Collections.nCopies(8, 0.0))));
  }

  /** One whose p99 is as it was. */
  public static GateVerdict passed() {
    return Gate.judge(
        List.of(samples(FigureCatalogue.find("latency.tail.p50"), 2_000_000, 2_000_000)));
  }

  private static ComparedValues samples(Figure figure, double from, double to) {
    double[] noise = {0.99, 1.01, 1.0, 1.02, 0.98, 1.005, 0.995, 1.015};
    double[] other = {1.01, 0.985, 1.0, 0.99, 1.012, 1.0, 0.98, 1.02};
    return new ComparedValues(figure, true, scaled(noise, from), scaled(other, to));
  }

  private static List<Double> scaled(double[] noise, double by) {
    return Arrays.stream(noise).mapToObj(v -> v * by).toList();
  }

  /** A comparison of two brokers, with thresholds that were checked. */
  public static AbResult ab(GateVerdict verdict, ThresholdCheck... thresholds) {
    return ab(AbEnd.CLEAR, verdict, thresholds);
  }

  /** The same, with why it ended. */
  public static AbResult ab(AbEnd end, GateVerdict verdict, ThresholdCheck... thresholds) {
    return new AbResult(
        AbResult.SCHEMA,
        RUN.scenario(),
        new AbSide("embedded:artemis", Optional.of(RUN.broker())),
        new AbSide("embedded:next", Optional.empty()),
        Optional.of(RUN.driver()),
        RUN.environment(),
        RUN.startedAt(),
        Duration.ofMinutes(11),
        new AbPlan(20, Duration.ofMinutes(20), 42),
        SimulatedBench.FOUR,
        end,
        2,
        List.of(
            new AbRound(
                1,
                Side.CANDIDATE,
                List.of("round-01-baseline-1.json"),
                List.of("round-01-candidate-1.json"))),
        List.of(
            new RejectedRun(
                Side.BASELINE,
                RunMeasurement.Status.DISTURBED,
                "late",
                "round-01-baseline-2.json")),
        3,
        0,
        verdict,
        Optional.of(List.of(thresholds)),
        Optional.empty());
  }

  /** A side of stored results. */
  public static MeasurementContext context(Scenario scenario) {
    return new MeasurementContext(
        MeasurementContext.Kind.RUN,
        "results",
        Optional.of(scenario),
        Optional.of(RUN.broker()),
        Optional.of(RUN.driver()),
        Optional.of(RUN.environment()),
        8,
        List.of("results/9.json: GENERATOR_LIMITED"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Eight runs, of which the first ones lose two messages each. */
  public static List<ContractRun> contracts(String folder, int losing) {
    return IntStream.range(0, 8)
        .mapToObj(
            i ->
                new ContractRun(
                    folder + i + ".json",
                    false,
                    false,
                    List.of(
                        new ContractCount(
                            "messages.lost", GuardGrade.LOSS, i < losing ? 2 : 0, 120_000),
                        new ContractCount("messages.duplicated", GuardGrade.PACE, 0, 120_000))))
        .toList();
  }

  /** The same, whose candidate lost acknowledged messages in two runs of eight. */
  public static GateVerdict losing() {
    return regressed().guardedBy(ContractGuards.judge(contracts("a/", 0), contracts("b/", 2), 1));
  }

  /** Stored results compared. */
  public static CompareResult compare() {
    return new CompareResult(
        CompareResult.SCHEMA,
        Instant.parse("2026-11-21T10:02:11Z"),
        context(RUN.scenario()),
        context(RUN.scenario()),
        List.of("lanes 1 against 2"),
        regressed());
  }

  /** A saved baseline. */
  public static Baseline baseline() {
    return new Baseline(
        Baseline.SCHEMA,
        "main",
        Instant.parse("2026-11-21T10:02:11Z"),
        context(RUN.scenario()),
        List.of(
            new FigureValues(
                FigureCatalogue.find("latency.tail.p50"),
                List.of(1e6, 1e6, 2e6, 2e6, 2e6, 2e6, 3e6, 3e6))),
        Optional.of(contracts("results/", 0)),
        Optional.empty());
  }
}
