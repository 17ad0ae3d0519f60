package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbFindings;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Evidence;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.gate.SimulatedBench;
import io.brokerbench.experiment.metric.ContractCount;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class PairedTurnsTest {

  private static final AbPlan PLAN = new AbPlan(20, Duration.ofMinutes(20), 42);

  private static AbFindings run(AbPlan plan, BiFunction<Side, Integer, Status> statuses)
      throws InterruptedException {
    SimulatedBench bench = SimulatedBench.normal(3, 0.02);
    return new PairedTurns(
            plan,
            Tolerances.USUAL,
            (side, pair, attempt) -> {
              RunMeasurement measured = bench.run(side, pair, attempt);
              Status status = statuses.apply(side, attempt);
              return new RunMeasurement(status, "as given", measured.values(), measured.run());
            },
            (pair, from, to) -> {},
            () -> bench.nanos,
            new StopSwitch())
        .run();
  }

  @Test
  void eachBlockOfTwoPairsGoesThereAndBackInAnOrderOfTheSeed() throws Exception {
    SimulatedBench bench = SimulatedBench.heavyTailed(1, 1);
    bench.experiment(PLAN, Tolerances.USUAL);
    SimulatedBench again = SimulatedBench.heavyTailed(2, 1);
    again.experiment(PLAN, Tolerances.USUAL);

    assertThat(bench.order).hasSize(40).isEqualTo(again.order);
    for (int block = 0; block < 40; block += 4) {
      List<Side> four = bench.order.subList(block, block + 4);
      assertThat(four.get(0)).isEqualTo(four.get(3)).isNotEqualTo(four.get(1));
      assertThat(four.get(1)).isEqualTo(four.get(2));
    }
    assertThat(bench.order.subList(0, 4)).isNotEqualTo(bench.order.subList(16, 20));
  }

  @Test
  void aMachineThatGetsSlowerAllTheTimeFavoursNobody() throws Exception {
    AbFindings findings =
        SimulatedBench.normal(5, 0.01).drifting(0.01).experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.verdict().decision()).isEqualTo(Decision.PASS);
    assertThat(findings.verdict().figures())
        .allSatisfy(
            figure -> assertThat(figure.outcome().evidence().change()).isBetween(-0.02, 0.02));
  }

  @Test
  void aClearAnswerEndsItEarly() throws Exception {
    AbFindings worse =
        SimulatedBench.normal(1, 0.02)
            .worse("latency.endToEnd.p99", 2)
            .experiment(PLAN, Tolerances.USUAL);
    assertThat(worse.end()).isEqualTo(AbEnd.CLEAR);
    assertThat(worse.pairs()).hasSize(6);
    assertThat(worse.verdict().decision()).isEqualTo(Decision.REGRESSED);

    AbFindings same = SimulatedBench.normal(1, 0.005).experiment(PLAN, Tolerances.USUAL);
    assertThat(same.end()).isEqualTo(AbEnd.CLEAR);
    assertThat(same.pairs()).hasSize(6);
    assertThat(same.verdict().decision()).isEqualTo(Decision.PASS);
  }

  @Test
  void theIntervalHoldsTheTruthAndTheSmallestDifferenceIsThatOfTheNoise() throws Exception {
    AbFindings findings =
        SimulatedBench.normal(9, 0.03)
            .worse("latency.endToEnd.p99", 0.18)
            .experiment(PLAN, Tolerances.USUAL);

    Evidence p99 = evidence(findings, "latency.endToEnd.p99");
    assertThat(p99.low().orElseThrow()).isBetween(0.05, 0.18);
    assertThat(p99.high().orElseThrow()).isBetween(0.18, 0.32);
    assertThat(p99.change()).isBetween(0.13, 0.23);
    // Noise of 4.2 % in each of 20 pairs: 0.9 % of the mean, of which it takes a few.
    assertThat(p99.smallestDetectable().orElseThrow()).isBetween(0.02, 0.06);
  }

  @Test
  void whereLessIsWorseTheSignIsTheOtherWayRound() throws Exception {
    AbFindings findings =
        SimulatedBench.normal(9, 0.01)
            .worse("throughput.received", 0.2)
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.verdict().decision()).isEqualTo(Decision.REGRESSED);
    Evidence throughput = evidence(findings, "throughput.received");
    assertThat(throughput.change()).isBetween(-0.22, -0.18);
    assertThat(throughput.low().orElseThrow()).isLessThan(throughput.change());
    assertThat(throughput.high().orElseThrow()).isBetween(throughput.change(), -0.15);
  }

  @Test
  void theBudgetEndsItBeforeItIsExceeded() throws Exception {
    SimulatedBench bench = SimulatedBench.heavyTailed(4, 1);
    AbFindings findings =
        bench.experiment(new AbPlan(20, Duration.ofMinutes(8), 1), Tolerances.USUAL);

    assertThat(findings.end()).isEqualTo(AbEnd.BUDGET);
    assertThat(findings.pairs()).hasSize(9);
    assertThat(bench.nanos).isLessThanOrEqualTo(Duration.ofMinutes(8).toNanos());
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
  }

  @Test
  void tooFewPairsAreInconclusiveAndSayHowManyAreNeeded() throws Exception {
    AbFindings findings =
        SimulatedBench.normal(4, 0.001)
            .worse("latency.endToEnd.p99", 3)
            .experiment(new AbPlan(20, Duration.ofMinutes(3), 1), Tolerances.USUAL);

    assertThat(findings.pairs()).hasSize(3);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .isEqualTo("3 valid pairs within the budget of 3m; a verdict needs 6, which take about 6m");
  }

  @Test
  void runsThatTheGeneratorLimitedAreRepeatedAndDoNotCount() throws Exception {
    AbFindings findings =
        run(PLAN, (side, attempt) -> attempt <= 2 ? Status.INVALID : Status.VALID);

    assertThat(findings.rejected()).hasSize(2);
    assertThat(findings.pairs()).isNotEmpty();
    assertThat(findings.end()).isEqualTo(AbEnd.CLEAR);
  }

  @Test
  void aGeneratorThatIsAlwaysTheLimitEndsIt() throws Exception {
    AbFindings findings = run(PLAN, (side, attempt) -> Status.INVALID);

    assertThat(findings.end()).isEqualTo(AbEnd.INVALID_RUNS);
    assertThat(findings.rejected()).hasSize(3);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
  }

  @Test
  void aCandidateWhoseRunsBreakOffHasRegressedAndABaselineHasNot() throws Exception {
    AbFindings candidate =
        run(PLAN, (side, a) -> side == Side.CANDIDATE ? Status.FAILED : Status.VALID);
    assertThat(candidate.end()).isEqualTo(AbEnd.CANDIDATE_FAILED);
    assertThat(candidate.verdict().decision()).isEqualTo(Decision.REGRESSED);
    assertThat(candidate.verdict().reason())
        .isEqualTo("2 runs of the candidate broke off, none of the baseline");

    AbFindings baseline =
        run(PLAN, (side, a) -> side == Side.BASELINE ? Status.FAILED : Status.VALID);
    assertThat(baseline.end()).isEqualTo(AbEnd.BASELINE_FAILED);
    assertThat(baseline.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
  }

  @Test
  void aBrokerThatDoesNotStartEndsItWithWhatWasMeasuredKept() throws Exception {
    SimulatedBench bench = SimulatedBench.heavyTailed(4, 1);
    AbFindings findings =
        new PairedTurns(
                PLAN,
                Tolerances.USUAL,
                (side, pair, attempt) -> {
                  if (pair == 8) {
                    throw new BrokerException("did not start");
                  }
                  return bench.run(side, pair, attempt);
                },
                (pair, from, to) -> {},
                () -> bench.nanos,
                new StopSwitch())
            .run();

    assertThat(findings.end()).isEqualTo(AbEnd.BROKE_OFF);
    assertThat(findings.failure()).get().extracting("message").isEqualTo("did not start");
    assertThat(findings.pairs()).hasSize(7);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason()).isEqualTo("it did not come to its end");
  }

  @Test
  void aFigureThatOneRunHasNotIsLeftOut() throws Exception {
    SimulatedBench bench = SimulatedBench.normal(3, 0.02);
    AbFindings findings =
        new PairedTurns(
                PLAN,
                Tolerances.USUAL,
                (side, pair, attempt) -> {
                  RunMeasurement all = bench.run(side, pair, attempt);
                  Map<Figure, Double> values = all.values();
                  if (pair == 2) {
                    values.remove(FigureCatalogue.find("broker.cpuPerMessage"));
                  }
                  return new RunMeasurement(Status.VALID, "", values, all.run());
                },
                (pair, from, to) -> {},
                () -> bench.nanos,
                new StopSwitch())
            .run();

    assertThat(findings.verdict().figures())
        .extracting(m -> m.figure().path())
        .doesNotContain("broker.cpuPerMessage");
  }

  @Test
  void duplicatesInEveryRunEndItEvenIfNoFigureIsWorse() throws Exception {
    AbFindings findings =
        withContracts((side, pair) -> side == Side.CANDIDATE ? 10 : 0, "messages.duplicated");

    assertThat(findings.end()).isEqualTo(AbEnd.CLEAR);
    assertThat(findings.pairs()).hasSize(6);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.REGRESSED);
    assertThat(findings.verdict().reason())
        .isEqualTo(
            "the candidate delivered 60 messages twice in 6 of 6 runs, the baseline in none");
  }

  @Test
  void oneLostMessageKeepsFromPassingUntilTheEnd() throws Exception {
    AbFindings findings =
        withContracts((side, pair) -> side == Side.CANDIDATE && pair == 2 ? 1 : 0, "messages.lost");

    assertThat(findings.end()).isEqualTo(AbEnd.PAIRS);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .startsWith("the candidate lost 1 acknowledged message in 1 of 20 runs");
  }

  private static AbFindings withContracts(BiFunction<Side, Integer, Integer> counts, String figure)
      throws InterruptedException {
    SimulatedBench bench = SimulatedBench.normal(1, 0.005);
    GuardGrade grade = figure.endsWith("lost") ? GuardGrade.LOSS : GuardGrade.CONTRACT;
    return new PairedTurns(
            PLAN,
            Tolerances.USUAL,
            (side, pair, attempt) -> {
              RunMeasurement run = bench.run(side, pair, attempt);
              ContractCount count =
                  new ContractCount(figure, grade, counts.apply(side, pair), 1_000);
              return new RunMeasurement(
                  run.status(),
                  run.reason(),
                  run.values(),
                  run.run(),
                  Optional.of(new ContractRun(run.run(), false, false, List.of(count))));
            },
            (pair, from, to) -> {},
            () -> bench.nanos,
            new StopSwitch())
        .run();
  }

  @Test
  void aPlanThatCanShowNothingIsRefused() {
    assertThatThrownBy(() -> AbPlan.asked(5, Duration.ofMinutes(1), 1))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("pairs 5: between 6, as fewer can show nothing, and 500");
    assertThatThrownBy(
            () -> new AbPlan(6, Duration.ofMinutes(1), 1).requireRoomFor(Duration.ofSeconds(20)))
        .hasMessage("budget 1m: the least is 4m, which the 6 pairs of a verdict require");
  }

  private static Evidence evidence(AbFindings findings, String figure) {
    return findings.verdict().figures().stream()
        .filter(m -> m.figure().path().equals(figure))
        .findFirst()
        .orElseThrow()
        .outcome()
        .evidence();
  }
}
