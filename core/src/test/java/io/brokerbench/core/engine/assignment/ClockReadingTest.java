package io.brokerbench.core.engine.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockReadingTest {

  @Test
  void theBoundHoldsWhatTheClockMovedInBetween() {
    ClockReading before = new ClockReading(1_000_000, 300);
    assertThat(before.boundUntil(new ClockReading(1_000_200, 500))).isEqualTo(700);
    assertThat(before.boundUntil(new ClockReading(999_800, 100))).isEqualTo(500);
  }
}
