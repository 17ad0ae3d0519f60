package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbFindings;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.gate.Pass;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.gate.SimulatedBench;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The slices of a round that find the capacity. */
class CapacityRoundsTest {

  private static final AbPlan PLAN = new AbPlan(20, Duration.ofMinutes(20), 42);

  @Test
  void slicesOfARoundGoThereAndBackAndThenFindTheCapacity() throws Exception {
    SimulatedBench bench = SimulatedBench.sliced(1, SimulatedBench.Noise.of((figure, slice) -> 0));
    AbFindings findings = bench.experiment(PLAN, Tolerances.USUAL);

    List<Side> round = bench.order.subList(0, 16);
    Side first = findings.rounds().get(0).first();
    Side other = first.other();
    assertThat(round)
        .containsExactly(
            first, other, other, first, first, other, other, first, first, other, other, first,
            first, other, other, first);
    assertThat(findings.rounds().get(0).baselineRuns()).hasSize(8);
    assertThat(findings.verdict().figures())
        .extracting(figure -> figure.figure().path())
        .contains("throughput.capacity");
  }

  /**
   * The candidate's usual tail is shorter and longer in turn, while all else is equal.
   *
   * @param capacitySeconds that the slices take that find the capacity, in each of six rounds
   */
  private static SimulatedBench undecidedByItsTail(int capacitySeconds) {
    Figure tail = FigureCatalogue.find("latency.tail.p50");
    SimulatedBench bench = SimulatedBench.sliced(1, SimulatedBench.Noise.of((figure, slice) -> 0));
    return bench.changing(
        (side, run) -> {
          int slice = bench.order.size() - 1;
          boolean atCapacity = slice < 6 * 16 && slice % 16 >= 8;
          bench.nanos += atCapacity ? Duration.ofSeconds(capacitySeconds).toNanos() / 8 : 0;
          Map<Figure, Double> values = run.values();
          if (side == Side.CANDIDATE) {
            boolean odd = run.run().matches(".*[13579]");
            values.put(tail, values.get(tail) * (odd ? 3 : 1.0 / 3));
          }
          return new RunMeasurement(Status.VALID, "", values, run.run());
        });
  }

  @Test
  void aCapacityThatHasPassedStaysSoAndIsNotLookedForAgain() throws Exception {
    AbFindings findings = undecidedByItsTail(0).experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.end()).isEqualTo(AbEnd.ROUNDS);
    assertThat(findings.rounds())
        .extracting(round -> round.candidateRuns().size())
        .startsWith(8, 8, 8, 8, 8, 8, 4)
        .endsWith(4);
    assertThat(compared(findings, FigureCatalogue.CAPACITY.path()).outcome())
        .isInstanceOf(Pass.class);
    assertThat(compared(findings, FigureCatalogue.CAPACITY.path()).candidate()).hasSize(6);
    assertThat(compared(findings, "latency.tail.p50").candidate()).hasSize(20);
    assertThat(findings.verdict().reason()).doesNotContain("some rounds have no value");
  }

  /** Six rounds of 50 s, each with 40 s for the capacity, leave room for one without. */
  @Test
  void aRoundWithoutTheCapacityFitsWhereOneWithItWouldNot() throws Exception {
    SimulatedBench bench = undecidedByItsTail(40);

    AbFindings findings =
        bench.experiment(new AbPlan(20, Duration.ofMinutes(10), 42), Tolerances.USUAL);

    assertThat(findings.end()).isEqualTo(AbEnd.BUDGET);
    assertThat(findings.rounds()).hasSize(7);
    assertThat(bench.nanos).isEqualTo(Duration.ofSeconds(7 * 50 + 6 * 40).toNanos());
  }

  @Test
  void aCapacityThatIsLeftOutIsNotLookedFor() throws Exception {
    AbFindings findings =
        SimulatedBench.sliced(1, SimulatedBench.Noise.of((figure, slice) -> 0))
            .experiment(PLAN, Tolerances.parse("capacity=off"));

    assertThat(findings.rounds()).allMatch(round -> round.candidateRuns().size() == 4);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.PASS);
  }

  private static FigureComparison compared(AbFindings findings, String path) {
    return findings.verdict().figures().stream()
        .filter(each -> each.figure().path().equals(path))
        .findFirst()
        .orElseThrow();
  }
}
