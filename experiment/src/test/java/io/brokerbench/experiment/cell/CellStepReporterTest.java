package io.brokerbench.experiment.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.NumberText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CellStepReporterTest {

  private static final long MILLI = 1_000_000;

  private final List<CellStep> reported = new ArrayList<>();
  private long now = Long.MAX_VALUE - 100 * MILLI; // the clock's numbers may wrap around
  private final CellStepReporter steps = new CellStepReporter(reported::add, () -> now);

  @Test
  void saysHowMuchOfItIsDone() {
    steps.reportProgress("storing", 120_000_000, 500_000_000, NumberText::bytes, "");
    steps.reportProgress("watching", 3, 4, s -> s + " s", "broker 88 MB");

    assertThat(reported)
        .containsExactly(
            new CellStep("storing", "120 MB of 500 MB", 0.24),
            new CellStep("watching", "3 s of 4 s, broker 88 MB", 0.75));
  }

  @Test
  void saysTheSameThingAFewTimesASecond() {
    for (int milli = 0; milli < 1_000; milli++) {
      steps.reportProgress("storing", milli, 1_000, Long::toString, "");
      now += MILLI;
    }

    assertThat(reported).extracting(CellStep::share).containsExactly(0.0, 0.2, 0.4, 0.6, 0.8);
  }

  @Test
  void moreThanAllIsAll() {
    steps.reportProgress("storing", 1_001, 1_000, Long::toString, "");

    assertThat(reported).containsExactly(new CellStep("storing", "1000 of 1000", 1));
    assertThatThrownBy(() -> new CellStep("a", "", 1.1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
