package io.brokerbench.core.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.brokerbench.core.base.DefinitionException;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RampLoadTest {

  private static RampLoad ramp(double from, double to, double seconds) {
    return new RampLoad(
        Rate.perSecond(from), Rate.perSecond(to), Duration.ofNanos(Math.round(seconds * 1e9)));
  }

  @Nested
  class Rising extends ArrivalScheduleContract {
    @Override
    OpenLoad load() {
      return ramp(100, 50_000, 5);
    }
  }

  @Nested
  class Falling extends ArrivalScheduleContract {
    @Override
    OpenLoad load() {
      return ramp(50_000, 0.001, 5);
    }
  }

  @Nested
  class Level extends ArrivalScheduleContract {
    @Override
    OpenLoad load() {
      return ramp(7_000, 7_000, 5);
    }
  }

  @ParameterizedTest
  @CsvSource({"100, 2000, 10", "2000, 100, 10", "1, 1000000, 0.5", "500, 500, 3", "1e6, 1, 2"})
  void theOffsetOfAMessageIsWhereTheIntegralOfTheRateReachesIt(
      double from, double to, double seconds) {
    ArrivalSchedule schedule = ramp(from, to, seconds).schedule(1);
    double dueInRamp = integral(from, to, seconds, seconds);
    for (int part = 1; part <= 40; part++) {
      long index = (long) (dueInRamp * part / 20);
      double due = integral(from, to, seconds, schedule.offsetNanos(index) / 1e9);
      // an offset is rounded up by less than a nanosecond
      assertThat(due)
          .isCloseTo((double) index, offset(1e-9 * Math.max(from, to) + 1e-9 * index + 1e-6));
    }
  }

  @Test
  void aLevelRampIsAConstantLoad() {
    ArrivalSchedule level = ramp(20_000, 20_000, 4).schedule(1);
    ArrivalSchedule constant = new ConstantLoad(Rate.perSecond(20_000)).schedule(1);
    for (long i = 0; i < 200_000; i++) {
      assertThat(level.offsetNanos(i) - constant.offsetNanos(i)).isBetween(-1L, 1L);
    }
  }

  @Test
  void afterTheRampTheRateStaysToOnePartInABillion() {
    ArrivalSchedule schedule = ramp(10, 20_000, 5).schedule(1);
    long first = 1_000_000;
    long count = 10_000_000_000L;

    double seconds = (schedule.offsetNanos(first + count) - schedule.offsetNanos(first)) / 1e9;
    assertThat((double) count / seconds / 20_000).isCloseTo(1, offset(1e-9));
  }

  @Test
  void aSteepFallKeepsItsOrderWhereDigitsRunOut() {
    ArrivalSchedule schedule = ramp(1e8, 1e-3, 0.1).schedule(1);
    long before = 0;
    for (long i = 4_900_000; i <= 5_000_010; i++) {
      long offset = schedule.offsetNanos(i);
      assertThat(offset).isGreaterThanOrEqualTo(before);
      before = offset;
    }
  }

  @Test
  void aRampTakesTime() {
    assertThatThrownBy(() -> ramp(1, 2, 0))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("over 0s: more than 0s and at most 7d");
  }

  /** Messages due by an instant, by Simpson's rule on either side of the ramp's end. */
  private static double integral(double from, double to, double seconds, double until) {
    double inRamp = Math.min(until, seconds);
    int steps = 1_000;
    double step = inRamp / steps;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      double left = rateAt(from, to, seconds, i * step);
      double middle = rateAt(from, to, seconds, (i + 0.5) * step);
      double right = rateAt(from, to, seconds, (i + 1) * step);
      sum += (left + 4 * middle + right) * step / 6;
    }
    return sum + Math.max(0, until - seconds) * to;
  }

  private static double rateAt(double from, double to, double seconds, double at) {
    return from + (to - from) * at / seconds;
  }
}
