package io.brokerbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
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
  void ofFewTheLastIsTakenWhereNoneIsRight() {
    assertThat(Undisturbed.ofFew(3, measured::incrementAndGet, count -> count == 2)).isEqualTo(2);
    measured.set(0);
    assertThat(Undisturbed.ofFew(3, measured::incrementAndGet, count -> false)).isEqualTo(3);
  }

  @Test
  void aPauseIsWhatASleepTookLonger() {
    ManualClock clock = new ManualClock(0);
    AtomicInteger sleeps = new AtomicInteger();
    LongConsumer sleep =
        nanos ->
            clock.advance(
                Duration.ofNanos(nanos)
                    .plusMillis(sleeps.incrementAndGet() == 3 ? 50 : 2)
                    .plusNanos(1));
    assertThat(Pauses.longest(clock, sleep, 2)).isEqualTo(Duration.ofNanos(2_000_001));
    assertThat(Pauses.longest(clock, sleep, 4)).isEqualTo(Duration.ofNanos(50_000_001));
  }
}
