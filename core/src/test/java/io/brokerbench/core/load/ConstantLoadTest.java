package io.brokerbench.core.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConstantLoadTest extends ArrivalScheduleContract {

  private static final long TEN_BILLION = 10_000_000_000L;

  @Override
  OpenLoad load() {
    return new ConstantLoad(Rate.perSecond(20_000));
  }

  @Test
  void theFirstMessageIsSentAtOnce() {
    assertThat(load().schedule(1).offsetNanos(0)).isZero();
  }

  @Test
  void distancesThatAreNotWholeNanosecondsAreRoundedUpAndNotAddedUp() {
    ArrivalSchedule schedule = new ConstantLoad(Rate.perSecond(3)).schedule(1);

    assertThat(schedule.offsetNanos(1)).isEqualTo(333_333_334);
    assertThat(schedule.offsetNanos(2)).isEqualTo(666_666_667);
    assertThat(schedule.offsetNanos(3)).isEqualTo(1_000_000_000);
    assertThat(schedule.offsetNanos(3_000_000)).isEqualTo(1_000_000_000_000_000L);
  }

  @ParameterizedTest
  @ValueSource(doubles = {2_500, 7_777.7, 20_000, 1e6, 3e6, 99_999_999, 1e8})
  void tenBillionMessagesLaterItIsStillWithinANanosecond(double rate) {
    ArrivalSchedule schedule = new ConstantLoad(Rate.perSecond(rate)).schedule(1);
    for (long index = TEN_BILLION; index < TEN_BILLION + 1_000; index++) {
      long exact =
          BigDecimal.valueOf(index)
              .movePointRight(9)
              .divide(new BigDecimal(rate), 0, RoundingMode.CEILING)
              .longValueExact();
      assertThat(schedule.offsetNanos(index)).isBetween(exact - 1, exact + 1);
    }
  }

  @Test
  void anOffsetTooLongForTheClockIsTheLongestOne() {
    ArrivalSchedule schedule = new ConstantLoad(Rate.perSecond(1e-3)).schedule(1);

    assertThat(schedule.offsetNanos(TEN_BILLION)).isEqualTo(Long.MAX_VALUE);
  }
}
