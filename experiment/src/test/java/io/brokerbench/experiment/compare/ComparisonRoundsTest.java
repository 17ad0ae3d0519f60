package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbFindings;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Evidence;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.gate.SimulatedBench;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ComparisonRoundsTest {

  private static final AbPlan PLAN = new AbPlan(20, Duration.ofMinutes(20), 42);

  private static SimulatedBench bench(BiFunction<Side, Integer, Status> statuses) {
    return SimulatedBench.normal(3, 0.02).ending(statuses);
  }

  @Test
  void eachTwoRoundsGoThereAndBackInAnOrderOfTheSeed() throws Exception {
    SimulatedBench bench = SimulatedBench.heavyTailed(1, 1);
    bench.experiment(PLAN, Tolerances.USUAL);
    SimulatedBench again = SimulatedBench.heavyTailed(2, 1);
    again.experiment(PLAN, Tolerances.USUAL);

    assertThat(bench.order).hasSize(40).isEqualTo(again.order);
    for (int two = 0; two < 40; two += 4) {
      List<Side> four = bench.order.subList(two, two + 4);
      assertThat(four.get(0)).isEqualTo(four.get(3)).isNotEqualTo(four.get(1));
      assertThat(four.get(1)).isEqualTo(four.get(2));
    }
    assertThat(bench.order.subList(0, 4)).isNotEqualTo(bench.order.subList(16, 20));
  }

  /** Equal brokers but for one slice of the candidate's load in each round. */
  private static AbFindings changedInOneOfFour(Consumer<Map<Figure, Double>> change)
      throws InterruptedException {
    Map<String, Integer> slices = new HashMap<>();
    return SimulatedBench.sliced(1, SimulatedBench.Noise.of((figure, slice) -> 0))
        .changing(
            (side, run) -> {
              Map<Figure, Double> values = run.values();
              if (side == Side.CANDIDATE && slices.merge(run.run(), 1, Integer::sum) == 2) {
                change.accept(values);
              }
              return new RunMeasurement(Status.VALID, "", values, run.run());
            })
        .experiment(PLAN, Tolerances.USUAL);
  }

  /** A loss in one slice of four is a loss of the round. */
  @Test
  void aLossIsTheMeanOfItsSlices() throws Exception {
    AbFindings findings =
        changedInOneOfFour(values -> values.put(FigureCatalogue.find("messages.loss"), 0.01));

    assertThat(findings.verdict().decision()).isEqualTo(Decision.REGRESSED);
    assertThat(evidence(findings, "messages.loss").change()).isEqualTo(0.0025);
  }

  /** One slice of four that stumbles is not the round's value. */
  @Test
  void whatARoundSaysOfASideIsTheMedianOfItsSlices() throws Exception {
    AbFindings findings =
        changedInOneOfFour(values -> values.replaceAll((figure, value) -> value * 50));

    assertThat(evidence(findings, "latency.tail.p50").change()).isZero();
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
            .worse("latency.tail.p50", 2)
            .experiment(PLAN, Tolerances.USUAL);
    assertThat(worse.end()).isEqualTo(AbEnd.CLEAR);
    assertThat(worse.rounds()).hasSize(6);
    assertThat(worse.verdict().decision()).isEqualTo(Decision.REGRESSED);

    AbFindings same = SimulatedBench.normal(1, 0.005).experiment(PLAN, Tolerances.USUAL);
    assertThat(same.end()).isEqualTo(AbEnd.CLEAR);
    assertThat(same.rounds()).hasSize(6);
    assertThat(same.verdict().decision()).isEqualTo(Decision.PASS);
  }

  /** One that pauses now and then is as good as the other in between. */
  @Test
  void aCandidateWhoseStallsRaiseTheMeanIsWorseThoughItsUsualTailIsNot() throws Exception {
    AbFindings findings =
        SimulatedBench.normal(3, 0.02)
            .worse("latency.endToEnd.mean", 0.8)
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.verdict().decision()).isEqualTo(Decision.REGRESSED);
    assertThat(evidence(findings, "latency.tail.p50").change()).isBetween(-0.05, 0.05);
  }

  @Test
  void theIntervalHoldsTheTruthAndTheSmallestDifferenceIsThatOfTheNoise() throws Exception {
    AbFindings findings =
        SimulatedBench.normal(9, 0.03)
            .worse("latency.tail.p50", 0.18)
            .experiment(PLAN, Tolerances.USUAL);

    Evidence p99 = evidence(findings, "latency.tail.p50");
    assertThat(p99.low().orElseThrow()).isBetween(0.05, 0.18);
    assertThat(p99.high().orElseThrow()).isBetween(0.18, 0.32);
    assertThat(p99.change()).isBetween(0.13, 0.23);
    // Noise of 4.2 % in each of 20 rounds: the mean is known to 0.9 %, and a few times that is seen
    // beyond 20 %.
    assertThat(p99.smallestDetectable().orElseThrow()).isBetween(0.22, 0.27);
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
    assertThat(findings.rounds()).hasSize(9);
    assertThat(bench.nanos).isLessThanOrEqualTo(Duration.ofMinutes(8).toNanos());
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
  }

  @Test
  void tooFewRoundsAreInconclusiveAndSayHowManyAreNeeded() throws Exception {
    AbFindings findings =
        SimulatedBench.normal(4, 0.001)
            .worse("latency.tail.p50", 3)
            .experiment(new AbPlan(20, Duration.ofMinutes(3), 1), Tolerances.USUAL);

    assertThat(findings.rounds()).hasSize(3);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .isEqualTo("3 rounds within the budget of 3m; a verdict needs 6, which take 6m or more");
  }

  @Test
  void aDisturbedRunIsRepeatedAndAfterThatCounts() throws Exception {
    AbFindings once =
        bench((side, run) -> run == 2 ? Status.DISTURBED : Status.VALID)
            .experiment(PLAN, Tolerances.USUAL);
    assertThat(once.rejected()).hasSize(1);
    assertThat(once.end()).isEqualTo(AbEnd.CLEAR);

    AbFindings always = bench((side, run) -> Status.DISTURBED).experiment(PLAN, Tolerances.USUAL);
    assertThat(always.rejected()).hasSize(always.rounds().size() * RoundRunner.MOST_REPEATED);
    assertThat(always.disturbed()).isEqualTo(2 * always.rounds().size());
    assertThat(always.verdict().decision()).isEqualTo(Decision.PASS);
  }

  @Test
  void aGeneratorThatTheBaselineMakesLateEndsIt() throws Exception {
    AbFindings findings = bench((side, run) -> Status.INVALID).experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.end()).isEqualTo(AbEnd.INVALID_RUNS);
    assertThat(findings.rounds()).hasSize(ComparisonRounds.LATE_ROUNDS);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .isEqualTo("the generator was the limit in 3 of 3 runs of the baseline: as given");
  }

  /** Both sides are met alike, so a machine that is busy all along has an answer. */
  @Test
  void aGeneratorThatIsALittleLateAllTheTimeEndsNothing() throws Exception {
    AbFindings same =
        SimulatedBench.normal(1, 0.005)
            .ending((side, run) -> Status.LATE)
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(same.end()).isEqualTo(AbEnd.CLEAR);
    assertThat(same.verdict().decision()).isEqualTo(Decision.PASS);
    assertThat(same.late()).isEqualTo(2 * same.rounds().size());
  }

  /** A candidate that takes the generator's CPU is judged by what its messages then took. */
  @Test
  void aCandidateThatMakesTheGeneratorLateDoesNotEscapeByThat() throws Exception {
    AbFindings findings =
        SimulatedBench.normal(3, 0.02)
            .worse("latency.tail.p50", 2)
            .changing(
                (side, run) ->
                    new RunMeasurement(
                        side == Side.CANDIDATE ? Status.INVALID : Status.VALID,
                        "late",
                        run.values(),
                        run.run()))
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.verdict().decision()).isEqualTo(Decision.REGRESSED);
  }

  @Test
  void aCandidateWhoseRunsBreakOffHasRegressedAndABaselineHasNot() throws Exception {
    AbFindings candidate =
        bench((side, run) -> side == Side.CANDIDATE ? Status.FAILED : Status.VALID)
            .experiment(PLAN, Tolerances.USUAL);
    assertThat(candidate.end()).isEqualTo(AbEnd.CANDIDATE_FAILED);
    assertThat(candidate.verdict().decision()).isEqualTo(Decision.REGRESSED);
    assertThat(candidate.verdict().reason())
        .isEqualTo("5 runs of the candidate broke off, none of the baseline");

    AbFindings baseline =
        bench((side, run) -> side == Side.BASELINE ? Status.FAILED : Status.VALID)
            .experiment(PLAN, Tolerances.USUAL);
    assertThat(baseline.end()).isEqualTo(AbEnd.BASELINE_FAILED);
    assertThat(baseline.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
  }

  /**
   * Equal brokers that break off now and then: that all of the first are the candidate's is chance.
   */
  @Test
  void equalBrokersThatBreakOffAreSeldomCalledWorse() throws Exception {
    int regressed = 0;
    for (int seed = 0; seed < 400; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      AbFindings findings =
          SimulatedBench.normal(seed, 0.02)
              .ending((side, run) -> random.nextInt(8) == 0 ? Status.FAILED : Status.VALID)
              .experiment(PLAN, Tolerances.USUAL);
      regressed += findings.verdict().decision() == Decision.REGRESSED ? 1 : 0;
    }

    assertThat(regressed).as("of 400; 5 % and three standard deviations").isLessThan(33);
  }

  /** A broker that has ended would break off all runs that come after it. */
  @Test
  void aSideWhoseRunBreaksOffIsNotLoadedAgainInItsRound() throws Exception {
    SimulatedBench bench =
        SimulatedBench.sliced(1, SimulatedBench.Noise.of((figure, slice) -> 0))
            .changing(
                (side, run) ->
                    new RunMeasurement(
                        side == Side.CANDIDATE ? Status.FAILED : Status.VALID,
                        "ended",
                        run.values(),
                        run.run()));
    AbFindings findings = bench.experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.rejected()).hasSize(5);
    assertThat(bench.order).filteredOn(side -> side == Side.CANDIDATE).hasSize(5);
    assertThat(bench.order).filteredOn(side -> side == Side.BASELINE).hasSize(20);
    assertThat(findings.end()).isEqualTo(AbEnd.CANDIDATE_FAILED);
  }

  @Test
  void aBrokerThatDoesNotStartEndsItWithWhatWasMeasuredKept() throws Exception {
    SimulatedBench bench = SimulatedBench.heavyTailed(4, 1);
    AbFindings findings =
        new ComparisonRounds(
                PLAN,
                SimulatedBench.ONE,
                () -> Tolerances.USUAL,
                (number, first) -> {
                  if (number == 8) {
                    throw new BrokerException("did not start");
                  }
                  return bench.begin(number, first);
                },
                (round, from, to) -> {},
                () -> bench.nanos,
                new StopSwitch())
            .run();

    assertThat(findings.end()).isEqualTo(AbEnd.BROKE_OFF);
    assertThat(findings.failure()).get().extracting("message").isEqualTo("did not start");
    assertThat(findings.rounds()).hasSize(7);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason()).isEqualTo("it did not come to its end");
  }

  @Test
  void aPlanThatCanShowNothingIsRefused() {
    assertThatThrownBy(() -> AbPlan.asked(5, Duration.ofMinutes(1), 1))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("rounds 5: between 6 and 500; fewer cannot give a verdict");
    assertThatThrownBy(
            () -> new AbPlan(6, Duration.ofMinutes(1), 1).requireRoomFor(Duration.ofSeconds(40)))
        .hasMessage("budget 1m: the least is 4m, which the 6 rounds of a verdict require");
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
