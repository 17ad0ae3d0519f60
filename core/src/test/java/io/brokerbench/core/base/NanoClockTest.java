package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NanoClockTest {

  @Test
  void theMachinesClockNeverGoesBack() {
    long before = NanoClock.SYSTEM.nanoTime();
    for (int i = 0; i < 100_000; i++) {
      long now = NanoClock.SYSTEM.nanoTime();
      assertThat(now - before).isNotNegative();
      before = now;
    }
  }
}
