package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.search.ExampleSearch;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.search.StepFigures;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StepColumnTest {

  private static final SearchStep STEP = ExampleSearch.found().steps().get(1);

  private static String text(StepColumn column) {
    return NumberText.plain(column.text(STEP));
  }

  @Test
  void aValueHasTheUnitOfItsColumn() {
    assertThat(text(StepColumn.OFFERED)).isEqualTo("16 000/s");
    assertThat(text(StepColumn.P99)).isEqualTo("1.9 ms");
    assertThat(text(StepColumn.BACKLOG)).isEqualTo("22");
    assertThat(text(StepColumn.BROKER_CPU)).isEqualTo("0.94");
    assertThat(StepColumn.BROKER_CPU.heading()).isEqualTo("broker CPU, cores");
  }

  @Test
  void aTerminalHasTheColumnsOfThePageInTheSameOrderAsFarAsThereIsRoom() {
    assertThat(StepColumn.STEPS).containsSubsequence(StepColumn.STEPS_BRIEFLY);
    assertThat(StepColumn.STEPS).contains(StepColumn.P50);
    assertThat(StepColumn.STEPS_BRIEFLY)
        .containsExactly(
            StepColumn.OFFERED,
            StepColumn.RECEIVED,
            StepColumn.P99,
            StepColumn.BACKLOG,
            StepColumn.BROKER_CPU);
  }

  @Test
  void whatIsNotKnownIsADash() {
    StepFigures none =
        new StepFigures(0, 0, 0, 0, 0, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty(), 0);
    SearchStep step =
        new SearchStep(
            1,
            STEP.kind(),
            STEP.offeredPerSecond(),
            none,
            STEP.verdict(),
            OptionalDouble.empty(),
            STEP.run());

    assertThat(StepColumn.P99.text(step)).isEqualTo("-");
    assertThat(StepColumn.BROKER_CPU.text(step)).isEqualTo("-");
    assertThat(StepColumn.BROKER_CPU.cell("-")).isEqualTo("     -");
  }
}
