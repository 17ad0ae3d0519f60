package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbFindings;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.GuardFinding;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.gate.SimulatedBench;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A baseline that is stored has more runs than those whose figures count. */
class StoredBaselineRoundsTest {

  private static final AbPlan PLAN = new AbPlan(20, Duration.ofMinutes(40), 42);

  /** Runs, each fifth of which broke off. */
  private static final List<ContractRun> EACH_FIFTH_BROKE_OFF =
      IntStream.rangeClosed(1, 25).mapToObj(run -> run(run, run % 5 == 0, 0)).toList();

  private static ContractRun run(int number, boolean brokeOff, int duplicates) {
    ContractCount count =
        new ContractCount("messages.duplicated", GuardGrade.CONTRACT, duplicates, 1_000);
    return new ContractRun("run-" + number, brokeOff, false, brokeOff ? List.of() : List.of(count));
  }

  /** A candidate some of whose runs break off, and some of whose runs have duplicates. */
  private static AbFindings candidate(
      List<ContractRun> baseline, IntPredicate breaksOff, IntPredicate repeats)
      throws InterruptedException {
    AtomicInteger runs = new AtomicInteger();
    return SimulatedBench.normal(1, 0.005)
        .against(baseline)
        .changing(
            (side, run) -> {
              if (side == Side.BASELINE) {
                return run;
              }
              int number = runs.incrementAndGet();
              boolean ends = breaksOff.test(number);
              return new RunMeasurement(
                  ends ? Status.FAILED : Status.VALID,
                  "",
                  run.values(),
                  run.run(),
                  Optional.of(run(number, ends, repeats.test(number) ? 3 : 0)));
            })
        .experiment(PLAN, Tolerances.USUAL);
  }

  private static GuardFinding guard(AbFindings findings, String path) {
    return findings.verdict().guards().orElseThrow().stream()
        .filter(each -> each.guard().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aCandidateThatBreaksOffAsOftenAsTheBaselineDidPasses() throws Exception {
    AbFindings findings = candidate(EACH_FIFTH_BROKE_OFF, run -> run % 5 == 0, run -> false);

    assertThat(findings.verdict().decision()).isEqualTo(Decision.PASS);
    assertThat(guard(findings, "run.brokeOff").baseline().broken()).isEqualTo(5);
    assertThat(guard(findings, "run.brokeOff").baseline().runs()).isEqualTo(25);
  }

  @Test
  void aCandidateThatAlwaysBreaksOffHasRegressed() throws Exception {
    AbFindings findings = candidate(EACH_FIFTH_BROKE_OFF, run -> true, run -> false);

    assertThat(findings.end()).isEqualTo(AbEnd.CANDIDATE_FAILED);
    assertThat(findings.rejected())
        .as("five more than the baseline")
        .hasSize(5 + ComparisonRounds.MOST_FAILED_OF_CANDIDATE);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.REGRESSED);
    assertThat(findings.verdict().reason())
        .startsWith("the candidate broke off in 10 of 10 runs, the baseline in 5 of 25");
  }

  /** It cannot be shown to break off more often, nor is there anything else to compare. */
  @Test
  void aCandidateThatAlwaysBreaksOffAsTheBaselineMostlyDidHasNoAnswer() throws Exception {
    List<ContractRun> baseline =
        IntStream.rangeClosed(1, 6).mapToObj(number -> run(number, number > 1, 0)).toList();

    AbFindings findings = candidate(baseline, run -> true, run -> false);

    assertThat(findings.end()).isEqualTo(AbEnd.CANDIDATE_FAILED);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .isEqualTo("10 runs of the candidate broke off, 5 of the baseline");
  }

  /**
   * A busy machine meets the candidate alone, and is no regression of it, however often it does.
   *
   * @param each slice of so many is held up
   */
  @ParameterizedTest
  @CsvSource({"DISTURBED, 1", "LATE, 1", "INVALID, 2"})
  void whatHoldsUpTheCandidateAloneEndsWithoutAnAnswer(Status status, int each) throws Exception {
    AbFindings findings = heldUp(status, each);

    assertThat(findings.end()).isEqualTo(AbEnd.HELD_UP);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .contains("runs of the candidate were held up, and nothing the stored baseline: a backup");
  }

  @Test
  void theReasonIsThatOfARunThatWasHeldUp() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    AbFindings findings =
        SimulatedBench.normal(1, 0.005)
            .against(EACH_FIFTH_BROKE_OFF)
            .changing(
                (side, run) -> {
                  if (side == Side.BASELINE) {
                    return run;
                  }
                  boolean ended = runs.incrementAndGet() == 1;
                  return new RunMeasurement(
                      ended ? Status.FAILED : Status.LATE,
                      ended ? "the broker ended" : "a backup",
                      run.values(),
                      run.run());
                })
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.end()).isEqualTo(AbEnd.HELD_UP);
    assertThat(findings.verdict().reason()).endsWith("the stored baseline: a backup");
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"DISTURBED", "LATE", "INVALID"})
  void whatHoldsUpTheCandidateNowAndThenIsLeftOut(Status status) throws Exception {
    AbFindings findings = heldUp(status, 4);

    assertThat(findings.verdict().decision()).isEqualTo(Decision.PASS);
    assertThat(findings.rejected()).isNotEmpty().allMatch(run -> run.side() == Side.CANDIDATE);
    assertThat(findings.disturbed() + findings.late()).isZero();
  }

  private static AbFindings heldUp(Status status, int each) throws InterruptedException {
    AtomicInteger runs = new AtomicInteger();
    List<ContractRun> baseline =
        IntStream.rangeClosed(1, 25).mapToObj(run -> run(run, false, 0)).toList();
    return SimulatedBench.normal(1, 0.005)
        .against(baseline)
        .changing(
            (side, run) -> {
              boolean fine = side == Side.BASELINE || runs.incrementAndGet() % each != 0;
              Map<Figure, Double> twice = new LinkedHashMap<>(run.values());
              twice.replaceAll((figure, value) -> fine ? value : 2 * value);
              return new RunMeasurement(
                  fine ? Status.VALID : status, fine ? "" : "a backup", twice, run.run());
            })
        .experiment(PLAN, Tolerances.USUAL);
  }

  /** Thrice as many contracts as repetitions: a build's figures are the median of its results. */
  @Test
  void allRunsOfTheBaselineSayWhatItDoes() throws Exception {
    List<ContractRun> baseline =
        IntStream.rangeClosed(1, 30).mapToObj(run -> run(run, false, run > 20 ? 3 : 0)).toList();

    AbFindings findings = candidate(baseline, run -> false, run -> run % 3 == 0);

    assertThat(findings.verdict().decision()).isEqualTo(Decision.PASS);
    assertThat(guard(findings, "messages.duplicated").baseline().broken()).isEqualTo(10);
  }
}
