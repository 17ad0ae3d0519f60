package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class TailWindowTest {

  private static final long STALLED = 5_000_000;

  private final TailWindow window = new TailWindow();

  /** Adds a whole window, and returns its p99. */
  private long p99(long usual, int stalled) {
    for (int i = 1; i < TailWindow.DELIVERIES; i++) {
      assertThat(window.add(i <= stalled ? STALLED : usual)).isFalse();
    }
    assertThat(window.add(usual)).isTrue();
    return window.takeP99();
  }

  @RepeatedTest(20)
  void theP99IsThatOfAHistogram(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    Histogram all = new Histogram(5);
    boolean full = false;
    for (int i = 0; i < TailWindow.DELIVERIES; i++) {
      long nanos = random.nextLong(50_000);
      all.recordValue(nanos);
      full = window.add(nanos);
    }

    assertThat(full).isTrue();
    assertThat(window.takeP99()).isEqualTo(all.getValueAtPercentile(99));
  }

  @Test
  void fiveOfFiveHundredMayBeLonger() {
    assertThat(p99(300_000, 5)).isEqualTo(300_000);
    assertThat(p99(300_000, 6)).isEqualTo(STALLED);
  }

  @Test
  void aWindowKnowsNothingOfTheOneBefore() {
    assertThat(p99(300_000, 400)).isEqualTo(STALLED);
    assertThat(p99(200_000, 0)).isEqualTo(200_000);
  }

  /** A message that arrives before its time, by a clock that is not the sender's. */
  @Test
  void latenciesMayBeNegative() {
    assertThat(p99(-7, 0)).isEqualTo(-7);
  }
}
