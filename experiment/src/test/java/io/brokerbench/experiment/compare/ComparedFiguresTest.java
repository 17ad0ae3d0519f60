package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbFindings;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.gate.SimulatedBench;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures that are to decide, and are not there, or come late. */
class ComparedFiguresTest {

  private static final AbPlan PLAN = new AbPlan(20, Duration.ofMinutes(20), 42);

  /** A generator that is late all along, beside a candidate that takes five times the CPU. */
  private static AbFindings late(String tolerances) throws InterruptedException {
    return SimulatedBench.normal(3, 0.001)
        .worse("broker.cpuPerMessage", 4)
        .worse("latency.endToEnd.p50", 1)
        .ending((side, run) -> Status.INVALID)
        .experiment(PLAN, Tolerances.parse(tolerances, FigureCatalogue.comparable()));
  }

  /** It runs beside the baseline too, and must not escape by making the generator late there. */
  @Test
  void aCandidateThatTakesTwiceTheCpuHasRegressedThoughTheBaselineIsLate() throws Exception {
    AbFindings findings = late("p50=10%");

    assertThat(findings.end()).isEqualTo(AbEnd.CLEAR);
    assertThat(findings.rounds()).hasSize(6);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.REGRESSED);
    assertThat(findings.verdict().figures())
        .filteredOn(figure -> figure.outcome().decision() == Decision.REGRESSED)
        .extracting(figure -> figure.figure().path())
        .containsExactly("broker.cpuPerMessage");
  }

  /** Where nothing can decide it, it is named as what may be the cause. */
  @ParameterizedTest
  @ValueSource(strings = {"cpuPerMessage=report", "cpuPerMessage=500%"})
  void whereCpuDoesNotDecideTheCandidateIsNamedAndTheComparisonEnds(String tolerance)
      throws Exception {
    AbFindings findings = late(tolerance);

    assertThat(findings.end()).isEqualTo(AbEnd.INVALID_RUNS);
    assertThat(findings.rounds()).hasSize(ComparisonRounds.LATE_ROUNDS);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .isEqualTo(
            "the generator was the limit in 3 of 3 runs of the baseline: as given; the candidate's"
                + " CPU per message is 5.0 times the baseline's, which may be why");
  }

  /** All figures are within their tolerances, or far beyond, but of runs that say nothing. */
  @ParameterizedTest
  @CsvSource({"latency.endToEnd.p50, 0", "latency.endToEnd.p50, 3", "broker.cpuPerMessage, 0.2"})
  void neitherPassesNorRegressesBesideABaselineThatIsLate(String figure, double worse)
      throws Exception {
    AbFindings findings =
        SimulatedBench.normal(3, 0.001)
            .worse(figure, worse)
            .ending((side, run) -> side == Side.BASELINE && run > 6 ? Status.INVALID : Status.VALID)
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.rounds()).as("late in three of six").hasSize(6);
    assertThat(findings.end()).isEqualTo(AbEnd.INVALID_RUNS);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .startsWith("the generator was the limit in 3 of 6 runs");
    assertThat(findings.verdict().figures())
        .allMatch(each -> each.outcome().decision() == Decision.INCONCLUSIVE);
  }

  /** It must not pass by being measured without its process, for one. */
  @ParameterizedTest
  @EnumSource
  void aFigureThatDecidesAndThatOneSideLacksKeepsFromPassing(Side lacking) throws Exception {
    AbFindings findings =
        SimulatedBench.normal(3, 0.001)
            .changing(
                (side, run) -> {
                  Map<Figure, Double> values = run.values();
                  if (side == lacking) {
                    values.remove(FigureCatalogue.find("broker.cpuPerMessage"));
                  }
                  return new RunMeasurement(Status.VALID, "", values, run.run());
                })
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .isEqualTo(
            "broker.cpuPerMessage is to decide, and is known of the %s alone; --tolerance"
                    .formatted(lacking.other().title())
                + " broker.cpuPerMessage=off leaves it out");
  }

  /** A figure that decides and is not there must not pass by its absence. */
  @Test
  void aFigureThatWasAskedForAndIsNotKnownEndsItAtOnce() throws Exception {
    AbFindings findings =
        SimulatedBench.normal(3, 0.02)
            .experiment(
                PLAN, Tolerances.parse("messages.redelivered=10%", FigureCatalogue.comparable()));

    assertThat(findings.end()).isEqualTo(AbEnd.NOT_MEASURED);
    assertThat(findings.rounds()).hasSize(1);
    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .isEqualTo("messages.redelivered is to decide, and is not known, or zero, here");
  }

  @Test
  void aFigureThatDecidesAndThatOneRoundLacksKeepsFromPassing() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    AbFindings findings =
        SimulatedBench.normal(3, 0.02)
            .changing(
                (side, run) -> {
                  Map<Figure, Double> values = run.values();
                  if (runs.incrementAndGet() == 5) {
                    values.remove(FigureCatalogue.find("latency.tail.p50"));
                  }
                  return new RunMeasurement(Status.VALID, "", values, run.run());
                })
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(findings.verdict().reason())
        .isEqualTo("latency.tail.p50 is to decide, and some rounds have no value to compare");
    assertThat(findings.verdict().figures())
        .extracting(figure -> figure.figure().path())
        .doesNotContain("latency.tail.p50");
  }

  /** The one group that was named cannot have it, or its broker's process is not known. */
  @Test
  void aFigureOfAGroupThatIsNotMeasuredEndsIt() throws Exception {
    String path = "commands.latency.acknowledge.p99";
    AbFindings findings =
        SimulatedBench.normal(3, 0.02).experiment(PLAN, Tolerances.parse(path + "=20%"));

    assertThat(findings.end()).isEqualTo(AbEnd.NOT_MEASURED);
    assertThat(findings.rounds()).hasSize(1);
    assertThat(findings.verdict().reason())
        .isEqualTo(path + " is to decide, and is not known, or zero, here");
  }

  /** It is compared by counting: a look that saw no loss has no level that later ones spare. */
  @Test
  void aLossThatComesLaterIsNotPassedByWhatCameBefore() throws Exception {
    Figure loss = FigureCatalogue.find("messages.loss");
    AtomicInteger runs = new AtomicInteger();
    AbFindings findings =
        SimulatedBench.normal(3, 0.3) // so that no other figure has passed by then
            .changing(
                (side, run) -> {
                  boolean late = runs.incrementAndGet() > 30 && side == Side.CANDIDATE;
                  Map<Figure, Double> values = run.values();
                  values.put(loss, late && runs.get() % 4 < 2 ? 0.04 : 0.0);
                  return new RunMeasurement(Status.VALID, "", values, run.run());
                })
            .experiment(PLAN, Tolerances.USUAL);

    assertThat(findings.rounds()).hasSize(20);
    assertThat(findings.verdict().figures())
        .filteredOn(figure -> figure.figure().equals(loss))
        .singleElement()
        .matches(figure -> figure.outcome().decision() != Decision.PASS);
  }
}
