package io.brokerbench.testkit.broker.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StallsTest {

  /** A thread that is late would be held for good. */
  @Test
  @Timeout(20)
  void aThreadThatComesAfterTheReleaseIsNotHeld() {
    Stalls stalls = new Stalls();
    Runnable late = stalls.holding();
    stalls.release();
    late.run();
    assertThat(stalls.records()).hasSize(1);
  }
}
