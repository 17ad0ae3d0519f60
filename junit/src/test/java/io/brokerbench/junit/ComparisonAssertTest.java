package io.brokerbench.junit;

import static io.brokerbench.junit.BenchAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.experiment.gate.ExampleComparison;
import io.brokerbench.experiment.gate.GateVerdict;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

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

  @Test
  void thresholdsThatHoldDoNotExcuseARegression() {
    MeasuredComparison regressed = compared(ExampleComparison.regressed(), p99(2e6));

    assertThatThrownBy(() -> assertThat(regressed).hasNotRegressed())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("REGRESSED");
  }
}
