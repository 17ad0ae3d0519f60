package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundValuesTest {

  private final RoundValues values = new RoundValues(() -> Tolerances.USUAL);

  private static RunMeasurement measured(double tail) {
    return new RunMeasurement(
        Status.VALID, "", Map.of(FigureCatalogue.find("latency.tail.p50"), tail), "run.json");
  }

  private void add(int rounds, double candidate) {
    for (int i = 0; i < rounds; i++) {
      AbRound round =
          new AbRound(values.size() + 1, Side.BASELINE, List.of("a.json"), List.of("b.json"));
      values.add(new RoundRunner.Round(round, measured(100), measured(candidate)));
    }
  }

  private GateVerdict judge(boolean passes) {
    return values.judge(level -> level, passes);
  }

  /** Beside a baseline that is late nothing passes, so that nothing may be remembered either. */
  @ParameterizedTest
  @CsvSource({"true, PASS", "false, REGRESSED"})
  void aFigureIsPassedByALookAtWhichItCanPass(boolean passes, Decision later) {
    add(6, 100);
    assertThat(judge(passes).decision()).isEqualTo(Decision.PASS);

    add(60, 300);
    assertThat(judge(true).decision()).isEqualTo(later);
  }
}
