package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbFindings;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.GuardFinding;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.gate.SimulatedBench;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Rounds whose load alternates between the sides. */
class AlternatingRoundsTest {

  private static final AbPlan PLAN = new AbPlan(20, Duration.ofMinutes(20), 42);

  private static SimulatedBench alternating(BiFunction<Side, Integer, Status> statuses) {
    return SimulatedBench.alternating(1, SimulatedBench.Noise.of((figure, slice) -> 0))
        .ending(statuses);
  }

  @Test
  void whereTheLoadAlternatesEachSideHasOneRunAndOneAtCapacity() throws Exception {
    SimulatedBench bench = alternating((side, run) -> Status.VALID);
    AbFindings findings = bench.experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.verdict().decision()).isEqualTo(Decision.PASS);
    assertThat(findings.rounds().get(0).candidateRuns()).hasSize(2);
    assertThat(findings.verdict().figures())
        .extracting(figure -> figure.figure().path())
        .contains("throughput.capacity");
  }

  /** What a start of a broker does in its first run, it mostly does in the next. */
  @Test
  void theRunsOfARoundAreOneForTheGuardsAndTheOneThatBrokeAContractIsNamed() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    AbFindings findings =
        SimulatedBench.alternating(1, SimulatedBench.Noise.of((figure, slice) -> 0))
            .changing(
                (side, run) -> {
                  int number = runs.getAndIncrement();
                  boolean atCapacity = number / 2 % 2 == 1;
                  long lost = side == Side.CANDIDATE && atCapacity ? 2 : 0;
                  return new RunMeasurement(
                      run.status(),
                      "",
                      run.values(),
                      run.run(),
                      Optional.of(
                          new ContractRun(
                              side + (atCapacity ? "-full" : "-load") + ".json",
                              false,
                              false,
                              List.of(
                                  new ContractCount(
                                      "messages.lost", GuardGrade.LOSS, lost, 100)))));
                })
            .experiment(PLAN, Tolerances.USUAL);

    GuardFinding loss =
        findings.verdict().guards().orElseThrow().stream()
            .filter(guard -> guard.guard().equals("messages.lost"))
            .findFirst()
            .orElseThrow();
    int rounds = findings.rounds().size();
    assertThat(rounds).isEqualTo(6);
    assertThat(loss.baseline()).isEqualTo(new GuardFinding.Tally(6, 0, 0, 1_200, List.of()));
    assertThat(loss.candidate().runs()).isEqualTo(6);
    assertThat(loss.candidate().broken()).isEqualTo(6);
    assertThat(loss.candidate().count()).isEqualTo(12);
    assertThat(loss.candidate().named()).hasSize(6).containsOnly("CANDIDATE-full.json");
  }

  @Test
  void theStepsOfASearchAreOneWithTheRunBeforeIt() throws Exception {
    AbFindings findings =
        alternating((side, run) -> Status.VALID)
            .changing(
                (side, run) ->
                    new RunMeasurement(
                        run.status(),
                        "",
                        run.values(),
                        run.run(),
                        Optional.of(losing(side + ".json", 0)),
                        Optional.of(losing(side + "-search.json", side == Side.CANDIDATE ? 2 : 0))))
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.rounds()).hasSize(6);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.REGRESSED);
    GuardFinding loss = findings.verdict().brokenContracts().get(0);
    assertThat(loss.candidate().runs()).isEqualTo(6);
    assertThat(loss.candidate().named()).containsOnly("CANDIDATE-search.json");
  }

  private static ContractRun losing(String run, long messages) {
    ContractCount lost = new ContractCount("messages.lost", GuardGrade.LOSS, messages, 100);
    return new ContractRun(run, false, Optional.empty(), List.of(lost), Optional.empty());
  }

  /** Both sides, as what disturbed one has disturbed the other in between. */
  @Test
  void disturbedAlternatingRunsAreRepeatedTwiceInAComparisonAndThenCount() throws Exception {
    SimulatedBench bench =
        alternating((side, run) -> side == Side.BASELINE ? Status.DISTURBED : Status.VALID);
    AbFindings findings = bench.experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.rejected()).hasSize(4);
    assertThat(findings.disturbed()).isEqualTo(findings.rounds().size());
    assertThat(findings.verdict().decision()).isEqualTo(Decision.PASS);
  }

  /** Rounds of 77 s, of which the first took 180 s, fit into ten minutes six times. */
  @Test
  void whatIsRunAgainDoesNotMakeTheNextRoundLonger() throws Exception {
    SplittableRandom random = new SplittableRandom(4);
    AtomicInteger runs = new AtomicInteger();
    SimulatedBench bench =
        SimulatedBench.alternating(
                1, SimulatedBench.Noise.of((figure, slice) -> random.nextGaussian()))
            .taking(Duration.ofSeconds(77));
    bench.changing(
        (side, run) -> {
          boolean disturbed = runs.getAndIncrement() < 4;
          bench.nanos += disturbed ? Duration.ofMillis(25_750).toNanos() : 0;
          return new RunMeasurement(
              disturbed ? Status.DISTURBED : Status.VALID, "", run.values(), run.run());
        });

    AbFindings findings =
        bench.experiment(new AbPlan(20, Duration.ofMinutes(10), 42), Tolerances.USUAL);

    assertThat(findings.end()).isEqualTo(AbEnd.BUDGET);
    assertThat(findings.rounds()).hasSize(6);
    assertThat(bench.nanos).isEqualTo(Duration.ofSeconds(180 + 5 * 77).toNanos());
  }

  @Test
  void aCandidateThatBreaksOffTwiceWhileTheLoadAlternatesHasRegressed() throws Exception {
    AbFindings findings =
        alternating((side, run) -> side == Side.CANDIDATE ? Status.FAILED : Status.VALID)
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.end()).isEqualTo(AbEnd.CANDIDATE_FAILED);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.REGRESSED);
    assertThat(findings.rounds()).isEmpty();
  }

  /** A broker that is started second has the machine of the other one's start. */
  @Test
  void theSideThatIsLoadedFirstIsStartedFirstAndThatIsEachSideInHalfOfTheRounds() throws Exception {
    SimulatedBench bench = alternating((side, run) -> Status.VALID);
    List<Side> started = new ArrayList<>();
    AbFindings findings =
        new ComparisonRounds(
                PLAN,
                SimulatedBench.TURNS,
                () -> Tolerances.USUAL,
                (number, first) -> {
                  started.add(first);
                  return bench.begin(number, first);
                },
                (round, from, to) -> {},
                () -> bench.nanos,
                new StopSwitch())
            .run();

    assertThat(started).hasSize(6).containsExactlyElementsOf(firstOf(findings));
    assertThat(started).filteredOn(side -> side == Side.BASELINE).hasSize(3);
  }

  private static List<Side> firstOf(AbFindings findings) {
    return findings.rounds().stream().map(AbRound::first).toList();
  }
}
