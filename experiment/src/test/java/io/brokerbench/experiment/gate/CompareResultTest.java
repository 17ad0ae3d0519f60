package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CompareResultTest {

  private static Repetitions runs(int fine, int late) {
    List<RunResult> all = new ArrayList<>(Collections.nCopies(fine, new ExampleResult().build()));
    RunResult limited =
        new ExampleResult().verdict(Verdict.Status.GENERATOR_LIMITED, true, "late").build();
    all.addAll(Collections.nCopies(late, limited));
    return Repetitions.ofRuns(all, "here");
  }

  private static RunResult withoutCpu() {
    return new ExampleResult()
        .brokerUsage(
            new BrokerUsage(
                6.1,
                61,
                30.5,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                412_300_000,
                OptionalDouble.of(16_393),
                OptionalDouble.of(32_786)))
        .build();
  }

  private static GateVerdict verdict(Repetitions baseline, Repetitions candidate) {
    return CompareResult.of(Instant.EPOCH, baseline, candidate, List.of(), Tolerances.USUAL)
        .verdict();
  }

  /** A candidate that takes the generator's CPU makes its worst runs those that do not count. */
  @Test
  void aCandidateOfWhichMoreDoesNotCountIsNotPassed() {
    GateVerdict verdict = verdict(runs(6, 0), runs(6, 6));

    assertThat(verdict.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(verdict.reason())
        .startsWith(
            "6 of 12 results of the candidate do not count, a greater share than of the baseline:"
                + " ");
  }

  /** Equal brokers have one more now and then. */
  @Test
  void oneMoreThatDoesNotCountIsChance() {
    assertThat(verdict(runs(6, 0), runs(6, 1)).decision()).isEqualTo(Decision.PASS);
    assertThat(verdict(runs(10, 1), runs(10, 2)).decision()).isEqualTo(Decision.PASS);
  }

  @Test
  void aCandidateOfWhichNothingCountsIsNamed() {
    GateVerdict verdict = verdict(runs(6, 0), runs(0, 6));

    assertThat(verdict.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(verdict.reason()).isEqualTo("here holds no valid result: here#1: GENERATOR_LIMITED");
  }

  /** CPU per message is not known of a run in which little was used, for one. */
  @Test
  void aFigureThatDecidesAndThatARunLacksKeepsTheCandidateFromPassing() {
    List<RunResult> some = new ArrayList<>(Collections.nCopies(6, new ExampleResult().build()));
    some.add(withoutCpu());
    Repetitions lacking = Repetitions.ofRuns(some, "here");

    for (GateVerdict verdict :
        List.of(verdict(runs(6, 0), lacking), verdict(lacking, runs(6, 0)))) {
      assertThat(verdict.decision()).isEqualTo(Decision.INCONCLUSIVE);
      assertThat(verdict.reason()).contains(" is to decide, and some results of the ");
    }
    Baseline saved = Baseline.of("main", Instant.EPOCH, lacking);
    assertThat(verdict(Baseline.CODEC.read(Baseline.CODEC.write(saved)).repetitions(), runs(6, 0)))
        .as("saved, and read again")
        .isEqualTo(verdict(lacking, runs(6, 0)));
    Repetitions without = Repetitions.ofRuns(Collections.nCopies(6, withoutCpu()), "here");
    assertThat(verdict(runs(6, 0), without).reason())
        .startsWith("the candidate has no result of broker.");
    assertThat(verdict(without, runs(6, 0)).decision())
        .as("a baseline that has less says nothing against the candidate")
        .isEqualTo(Decision.PASS);
  }

  /** What a baseline was saved with is of then; `ab` judges by today's, too. */
  @Test
  void aStoredFigureIsJudgedByTodaysTolerance() {
    Repetitions now = runs(6, 0);
    List<FigureValues> then =
        now.figures().stream()
            .map(
                each ->
                    each.figure().path().equals("latency.endToEnd.p99")
                        ? new FigureValues(
                            each.figure().withTolerance(9).withDecides(true), each.values())
                        : each)
            .toList();
    GateVerdict verdict = verdict(new Repetitions(now.subject(), then, now.contracts()), now);

    assertThat(verdict.figures())
        .filteredOn(each -> each.figure().path().equals("latency.endToEnd.p99"))
        .singleElement()
        .satisfies(each -> assertThat(each.figure().decides()).isFalse())
        .satisfies(each -> assertThat(each.figure().tolerated()).isEqualTo(0.2));
  }

  @Test
  void aMachineOnWhichAsMuchDoesNotCountOnBothSidesIsNoReason() {
    assertThat(verdict(runs(6, 3), runs(6, 3)).decision()).isEqualTo(Decision.PASS);
    assertThat(verdict(runs(6, 3), runs(6, 0)).decision()).isEqualTo(Decision.PASS);
  }
}
