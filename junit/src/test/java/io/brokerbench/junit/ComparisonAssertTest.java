package io.brokerbench.junit;

import static io.brokerbench.junit.BenchAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.ExampleComparison;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.GuardFinding;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class ComparisonAssertTest {

  private static MeasuredComparison compared(GateVerdict verdict, ThresholdCheck... thresholds) {
    return new MeasuredComparison(
        ExampleComparison.ab(verdict, thresholds), Path.of("results", "ab"));
  }

  private static ThresholdCheck p99(double nanos) {
    return ThresholdCheck.of(Threshold.parse("p99>5ms")).with(OptionalDouble.of(nanos));
  }

  @Test
  void aComparisonPassesWhereItsThresholdsHold() {
    MeasuredComparison passed = compared(ExampleComparison.passed(), p99(2e6));

    assertThatNoException().isThrownBy(() -> assertThat(passed).passes().hasNotRegressed());
  }

  @Test
  void aCandidateThatIsAsGoodDoesNotExcuseAThresholdThatIsCrossed() {
    MeasuredComparison crossed = compared(ExampleComparison.passed(), p99(7.2e6));

    assertThatThrownBy(() -> assertThat(crossed).passes())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("p99 end-to-end 7.2 ms")
        .hasMessageContaining("fails above 5.0 ms; 44 % over")
        .hasMessageContaining("results in " + crossed.folder());
    assertThatThrownBy(() -> assertThat(crossed).hasNotRegressed())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("threshold crossed: p99>5ms");
  }

  private static GuardFinding broken(GuardGrade grade) {
    return new GuardFinding(
        "messages.lost",
        "lost",
        grade,
        Decision.INCONCLUSIVE,
        "lost some",
        OptionalDouble.of(0.053),
        new GuardFinding.Tally(20, 0, 0, 100, List.of()),
        new GuardFinding.Tally(20, 4, 9, 100, List.of("a")));
  }

  /** What is inconclusive has not regressed; a lost acknowledged message must not pass by that. */
  @Test
  void aBrokenContractThatNoMachineExcusesIsNoPass() {
    for (GuardGrade grade : GuardGrade.values()) {
      MeasuredComparison open =
          compared(ExampleComparison.passed().guardedBy(List.of(broken(grade))));
      if (grade == GuardGrade.PACE) {
        assertThatNoException().isThrownBy(() -> assertThat(open).hasNotRegressed());
      } else {
        assertThatThrownBy(() -> assertThat(open).hasNotRegressed())
            .isInstanceOf(AssertionError.class);
      }
    }
  }

  /** A busy machine excuses figures, and no lost acknowledged message. */
  @Test
  void aContractThatIsBrokenOnABusyMachineIsNoSkippedTest() {
    GateVerdict late =
        ExampleComparison.passed().deciding(Decision.INCONCLUSIVE, "the generator was the limit");
    MeasuredComparison limited = limited(late);
    MeasuredComparison losing = limited(late.guardedBy(List.of(broken(GuardGrade.LOSS))));

    assertThatThrownBy(() -> InvalidRuns.abort(limited)).isInstanceOf(TestAbortedException.class);
    assertThatNoException().isThrownBy(() -> InvalidRuns.abort(losing));
    assertThatThrownBy(() -> assertThat(losing).hasNotRegressed())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("lost some");
    assertThatThrownBy(
            () -> InvalidRuns.abort(limited(late.guardedBy(List.of(broken(GuardGrade.PACE))))))
        .isInstanceOf(TestAbortedException.class);
  }

  private static MeasuredComparison limited(GateVerdict verdict) {
    return new MeasuredComparison(
        ExampleComparison.ab(AbEnd.INVALID_RUNS, verdict), Path.of("results", "ab"));
  }

  @Test
  void thresholdsThatHoldDoNotExcuseARegression() {
    MeasuredComparison regressed = compared(ExampleComparison.regressed(), p99(2e6));

    assertThatThrownBy(() -> assertThat(regressed).hasNotRegressed())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("REGRESSED");
  }
}
