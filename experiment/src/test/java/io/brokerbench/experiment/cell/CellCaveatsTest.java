package io.brokerbench.experiment.cell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CellCaveatsTest {

  private static final CellCaveats LATE = CellCaveats.ofMeasurement("DISTURBED", "by other work");
  private static final CellCaveats CROSSED = CellCaveats.ofThreshold("p99>5ms", "it is 20 ms");

  /** A cell that other work held up is measured again, whatever its figures were. */
  @Test
  void aThresholdIsNoReasonNotToTryAgain() {
    assertThat(LATE.and(CROSSED).isHeldUp()).isTrue();
    assertThat(LATE.and(CROSSED).status()).isEqualTo(StudyCell.Status.INVALID);
  }

  @Test
  void aThresholdByItselfIsNoReasonToTryAgain() {
    assertThat(CROSSED.isHeldUp()).isFalse();
    assertThat(CROSSED.status()).isEqualTo(StudyCell.Status.CROSSED);
  }

  @Test
  void whatTheBrokerDidWouldBeThereAgain() {
    assertThat(LATE.and(CellCaveats.of("BROKER_LIMITED", "it fell behind")).isHeldUp()).isFalse();
    assertThat(LATE.and(CellCaveats.ofLimit("GENERATOR_LIMITED", "full")).isHeldUp()).isFalse();
    assertThat(CellCaveats.NONE.isHeldUp()).isFalse();
  }
}
