package io.brokerbench.core.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What every schedule keeps; a schedule's test extends it. */
public abstract class ArrivalScheduleContract {

  private static final long SEED = 42;

  /** The load whose schedule is tested. */
  abstract OpenLoad load();

  @Test
  void offsetsStartAtZeroOrLaterAndNeverDecrease() {
    ArrivalSchedule schedule = load().schedule(SEED);
    long before = 0;
    for (long i = 0; i < 300_000; i++) {
      long offset = schedule.offsetNanos(i);
      assertThat(offset).isGreaterThanOrEqualTo(before);
      before = offset;
    }
  }

  @Test
  void anOffsetDoesNotDependOnTheOrderOfQuestions() {
    int count = 20_000;
    ArrivalSchedule forward = load().schedule(SEED);
    long[] inOrder = new long[count];
    for (int i = 0; i < count; i++) {
      inOrder[i] = forward.offsetNanos(i);
    }
    ArrivalSchedule anyhow = load().schedule(SEED);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2_000; i++) {
      int index = random.nextInt(count);
      assertThat(anyhow.offsetNanos(index)).isEqualTo(inOrder[index]);
    }
    for (int index = count - 1; index >= count - 1_000; index--) {
      assertThat(anyhow.offsetNanos(index)).isEqualTo(inOrder[index]);
    }
  }

  @Test
  void theSameSeedGivesTheSameSchedule() {
    ArrivalSchedule one = load().schedule(SEED);
    ArrivalSchedule other = load().schedule(SEED);
    for (long i = 0; i < 10_000; i++) {
      assertThat(one.offsetNanos(i)).isEqualTo(other.offsetNanos(i));
    }
  }

  @Test
  void theSameKindAtAnotherPeakRateHasThatPeakRate() {
    Rate rate = Rate.perSecond(12_345);

    assertThat(load().withPeakRate(rate)).hasSameClassAs(load());
    assertThat(load().withPeakRate(rate).peakRate().perSecond())
        .isCloseTo(12_345, withPercentage(1e-9));
  }
}
