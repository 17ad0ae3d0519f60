package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbFindings;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.gate.SimulatedBench;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Contracts that the runs of a comparison break, in rounds whose sides run in turns. */
class ComparedContractsTest {

  private static final AbPlan PLAN = new AbPlan(20, Duration.ofMinutes(20), 42);

  @Test
  void duplicatesInEveryRunEndItEvenIfNoFigureIsWorse() throws Exception {
    AbFindings findings =
        withContracts((side, pair) -> side == Side.CANDIDATE ? 10 : 0, "messages.duplicated");

    assertThat(findings.end()).isEqualTo(AbEnd.CLEAR);
    assertThat(findings.rounds()).hasSize(6);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.REGRESSED);
    assertThat(findings.verdict().reason())
        .isEqualTo(
            "the candidate delivered 60 messages twice in 6 of 6 runs, the baseline in none");
  }

  @Test
  void oneLostMessageKeepsFromPassingUntilTheEnd() throws Exception {
    AbFindings findings =
        withContracts((side, pair) -> side == Side.CANDIDATE && pair == 2 ? 1 : 0, "messages.lost");

    assertThat(findings.end()).isEqualTo(AbEnd.ROUNDS);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .startsWith("the candidate lost 1 acknowledged message in 1 of 20 runs");
  }

  private static AbFindings withContracts(BiFunction<Side, Integer, Integer> counts, String figure)
      throws InterruptedException {
    GuardGrade grade = figure.endsWith("lost") ? GuardGrade.LOSS : GuardGrade.CONTRACT;
    AtomicInteger runs = new AtomicInteger();
    return SimulatedBench.normal(1, 0.005)
        .changing(
            (side, run) -> {
              int round = runs.getAndIncrement() / 2 + 1;
              ContractCount count =
                  new ContractCount(figure, grade, counts.apply(side, round), 1_000);
              return with(count, run.status(), run);
            })
        .experiment(PLAN, Tolerances.USUAL);
  }

  private static RunMeasurement with(ContractCount count, Status status, RunMeasurement run) {
    return new RunMeasurement(
        status,
        "",
        run.values(),
        run.run(),
        Optional.of(new ContractRun(run.run(), false, false, List.of(count))));
  }

  /** It has a fresh broker, which keeps what the other one broke. */
  @Test
  void aRunThatIsRepeatedInTurnsIsAStartOfItsOwnForTheGuards() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    AbFindings findings =
        SimulatedBench.normal(1, 0.005)
            .changing(
                (side, run) -> {
                  boolean disturbed = runs.getAndIncrement() == 1;
                  ContractCount lost =
                      new ContractCount("messages.lost", GuardGrade.LOSS, disturbed ? 1 : 0, 1_000);
                  return with(lost, disturbed ? Status.DISTURBED : Status.VALID, run);
                })
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.rejected()).hasSize(1);
    assertThat(findings.verdict().guards().orElseThrow())
        .filteredOn(guard -> guard.guard().equals("messages.lost"))
        .singleElement()
        .satisfies(
            guard ->
                assertThat(guard.baseline().runs() + guard.candidate().runs())
                    .isEqualTo(2 * findings.rounds().size() + 1));
  }
}
