package io.brokerbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {

  private static Axis around(double kept, Double... values) {
    return Axis.linear("rate", Quantity.PER_SECOND).aroundMost(List.of(values), kept);
  }

  @Test
  void aValueFarAboveTheOthersStandsAtTheEdge() {
    Axis axis = around(Double.NaN, 8.0, 16.0, 32.0, 1_000.0, Double.NaN);

    assertThat(axis.least()).isEqualTo(8);
    assertThat(axis.most()).isBetween(32.0, 33.0);
    assertThat(axis.isBeyond(1_000)).isTrue();
    assertThat(axis.isBeyond(32)).isFalse();
  }

  @Test
  void soDoesOneFarBelow() {
    Axis axis = around(Double.NaN, 1.0, 990.0, 1_000.0, 1_010.0, 1_020.0);

    assertThat(axis.isBeyond(1)).isTrue();
    assertThat(axis.isBeyond(990)).isFalse();
    assertThat(axis.most()).isEqualTo(1_020);
  }

  @Test
  void whatLeavesAThirdToTheOthersStaysOnTheAxis() {
    assertThat(around(Double.NaN, 10.0, 11.0, 12.0, 13.0, 18.0).most()).isNaN();
    assertThat(around(Double.NaN, 5.0).most()).isNaN();
    assertThat(around(Double.NaN, 5.0, 5.0, 5.0).most()).isNaN();
    assertThat(around(Double.NaN).most()).isNaN();
  }

  @Test
  void theAnswerIsOnTheAxisInAnyCase() {
    assertThat(around(900, 8.0, 16.0, 32.0, 1_000.0).isBeyond(1_000)).isFalse();
  }
}
