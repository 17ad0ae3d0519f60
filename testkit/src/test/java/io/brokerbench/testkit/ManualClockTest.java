package io.brokerbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ManualClockTest {

  private final ManualClock clock = new ManualClock(1_000);

  @Test
  void itStandsStillUntilItIsMoved() {
    assertThat(clock.nanoTime()).isEqualTo(1_000);
    assertThat(clock.nanoTime()).isEqualTo(1_000);
  }

  @Test
  void itMovesByAStepOrToAReading() {
    assertThat(clock.advance(Duration.ofNanos(500))).isEqualTo(1_500);
    clock.advanceTo(2_000);
    assertThat(clock.nanoTime()).isEqualTo(2_000);
  }

  @Test
  void itNeverGoesBackAndSaysSo() {
    assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("never goes back");
    assertThatThrownBy(() -> clock.advanceTo(999))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("999")
        .hasMessageContaining("1000");
    assertThat(clock.nanoTime()).isEqualTo(1_000);
  }
}
