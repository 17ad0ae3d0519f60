package io.brokerbench.core.engine.delay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayMeterTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private final DelayMeter meter = new DelayMeter(Duration.ofSeconds(2));

  @ParameterizedTest
  @ValueSource(longs = {0, 7, -5 * SECOND, 1_000_000 * SECOND})
  void aMessageIsDueOnceItsDelayHasPassedAndNotBefore(long start) {
    meter.turn(start);
    for (long i = 0; i < 100; i++) {
      meter.onSent(start + i * 10 * MILLI);
    }
    meter.turn(start + 2 * SECOND - 1);
    assertThat(meter.waiting()).isEqualTo(100);
    meter.turn(start + 2 * SECOND + 500 * MILLI);
    assertThat(meter.waiting()).isBetween(49L, 51L);
    meter.turn(start + 3 * SECOND + 5 * MILLI);
    assertThat(meter.waiting()).isZero();
  }

  @Test
  void messagesAreCountedOnceHoweverLongNothingHappened() {
    meter.onSent(SECOND);
    meter.turn(3_600 * SECOND);
    assertThat(meter.waiting()).isZero();
    meter.onSent(3_600 * SECOND);
    meter.onSent(3_601 * SECOND);
    assertThat(meter.waiting()).isEqualTo(2);
    meter.onSent(3_602 * SECOND + 10 * MILLI);
    assertThat(meter.waiting()).isEqualTo(2);
    meter.turn(9_000 * SECOND);
    assertThat(meter.waiting()).isZero();
  }

  @Test
  void latencyCountsFromTheDueTimeAndWhatCameSoonerIsEarly() {
    assertThat(meter.latencyNanos(2 * SECOND + 3 * MILLI, MILLI)).isEqualTo(3 * MILLI);
    assertThat(meter.early()).isZero();
    // within what clocks may differ by: 10 ms, and 2 ms for two seconds
    assertThat(meter.latencyNanos(2 * SECOND - 12 * MILLI, 0)).isEqualTo(-12 * MILLI);
    assertThat(meter.early()).isZero();
    meter.latencyNanos(2 * SECOND - 12 * MILLI - 1, 0);
    assertThat(meter.early()).isEqualTo(1);
    // on time as to when it was to be sent, and yet early as to when it was
    meter.latencyNanos(2 * SECOND, 20 * MILLI);
    assertThat(meter.early()).isEqualTo(2);
  }

  @Test
  void withoutADelayAllIsDueAtOnceAndNothingIsEarly() {
    DelayMeter none = new DelayMeter(Duration.ZERO);
    none.onSent(5);
    none.turn(5);
    assertThat(none.waiting()).isZero();
    assertThat(none.latencyNanos(7, 3)).isEqualTo(7);
    assertThat(none.latencyNanos(-7, 3)).isEqualTo(-7);
    assertThat(none.early()).isZero();
  }
}
