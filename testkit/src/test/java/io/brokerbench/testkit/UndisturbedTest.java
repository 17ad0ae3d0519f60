package io.brokerbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class UndisturbedTest {

  private final AtomicInteger measured = new AtomicInteger();

  @Test
  void whatSaysNothingIsMeasuredAgain() throws Exception {
    assertThat(Undisturbed.measure(measured::incrementAndGet, count -> count == 3)).isEqualTo(3);
  }

  @Test
  void whatGoesOnSayingNothingIsGivenUpWithTheLast() throws Exception {
    assertThat(Undisturbed.measure(Duration.ZERO, measured::incrementAndGet, count -> false))
        .isEqualTo(1);
  }

  @Test
  void aResultWithoutPausesIsTakenAtOnce() throws Exception {
    assertThat(Undisturbed.withoutPauses(Duration.ofDays(1), measured::incrementAndGet))
        .isEqualTo(1);
  }

  @Test
  void aPauseIsSeen() throws Exception {
    try (Pauses pauses = Pauses.watch()) {
      Awaitility.await().until(() -> pauses.longest().compareTo(Duration.ofNanos(1)) > 0);
    }
  }
}
