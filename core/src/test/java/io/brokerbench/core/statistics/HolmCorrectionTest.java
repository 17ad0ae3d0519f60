package io.brokerbench.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HolmCorrectionTest {

  /**
   * Worked out by hand: in ascending order, times 4, 3, 2 and 1, and never below the one before
   * (Holm, Scandinavian Journal of Statistics 6, 1979).
   */
  @Test
  void chancesAreAdjustedByHolmsFormula() {
    assertThat(HolmCorrection.adjusted(new double[] {0.01, 0.04, 0.03, 0.005}))
        .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
  }

  @Test
  void noneIsMoreThanOne() {
    assertThat(HolmCorrection.adjusted(new double[] {0.9, 0.8})).containsExactly(1, 1);
    assertThat(HolmCorrection.adjusted(new double[] {})).isEmpty();
  }
}
