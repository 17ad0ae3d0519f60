package io.brokerbench.core.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PoissonLoadTest extends ArrivalScheduleContract {

  private static final double RATE = 10_000;
  private static final double MEAN_GAP = 1e9 / RATE;
  private static final int COUNT = 1_000_000;
  private static final int PUBLISHERS = 10_000;
  private static final int STRIDE = 64;

  @Override
  OpenLoad load() {
    return new PoissonLoad(Rate.perSecond(RATE));
  }

  @Test
  void gapsHaveTheMeanAndTheVarianceOfAnExponentialDistribution() {
    double[] gaps = gaps(42);
    double mean = Arrays.stream(gaps).average().orElseThrow();
    double variance = Arrays.stream(gaps).map(gap -> (gap - mean) * (gap - mean)).sum() / COUNT;

    // four standard errors: 1/sqrt(n) for the mean, sqrt(8/n) for the variance
    assertThat(mean).isCloseTo(MEAN_GAP, withPercentage(0.4));
    assertThat(variance).isCloseTo(MEAN_GAP * MEAN_GAP, withPercentage(1.2));
  }

  @Test
  void gapsAreExponential() {
    double[] gaps = gaps(7);
    Arrays.sort(gaps);
    double distance = 0;
    for (int i = 0; i < COUNT; i++) {
      double expected = -Math.expm1(-gaps[i] / MEAN_GAP);
      distance = Math.max(distance, Math.abs(expected - (double) i / COUNT));
      distance = Math.max(distance, Math.abs(expected - (i + 1.0) / COUNT));
    }
    // Kolmogorov and Smirnov: greater with a probability of 0.001
    assertThat(distance).isLessThan(1.95 / Math.sqrt(COUNT));
  }

  @Test
  void oneGapTellsNothingAboutTheNext() {
    double[] gaps = gaps(3);
    double covariance = 0;
    for (int i = 1; i < COUNT; i++) {
      covariance += (gaps[i] - MEAN_GAP) * (gaps[i - 1] - MEAN_GAP);
    }
    assertThat(covariance / COUNT / MEAN_GAP / MEAN_GAP).isCloseTo(0, offset(4e-3));
  }

  @Test
  void neighbouringSeedsGiveSchedulesThatHaveNothingInCommon() {
    double[] one = gaps(42);
    double[] other = gaps(43);
    double covariance = 0;
    for (int i = 0; i < COUNT; i++) {
      covariance += (one[i] - MEAN_GAP) * (other[i] - MEAN_GAP);
    }
    assertThat(covariance / COUNT / MEAN_GAP / MEAN_GAP).isCloseTo(0, offset(4e-3));
  }

  @Test
  void checkpointsThatWereThinnedOutStillLeadBackToTheSameOffsets() {
    ArrivalSchedule schedule = load().schedule(5);
    long[] asked = {
      1, 63, 64, 65, 8_191, 1_000_000, 40_000_001, 67_108_863, 67_108_864, 67_200_000
    };
    long[] forward = Arrays.stream(asked).map(schedule::offsetNanos).toArray();

    for (int i = asked.length - 1; i >= 0; i--) {
      assertThat(schedule.offsetNanos(asked[i])).isEqualTo(forward[i]);
    }
  }

  @Test
  void lookingOneRoundAheadAndBackCostsLessThanOneStrideEachTime() {
    PoissonLoad.Schedule schedule = schedule(11);
    long[] inOrder = inOrder(11, 3 * PUBLISHERS);
    schedule.offsetNanos(2 * PUBLISHERS - 1);
    assertThat(schedule.gapsComputed()).isEqualTo(2 * PUBLISHERS);

    for (int i = 0; i < PUBLISHERS; i++) {
      assertThat(costOf(schedule, i, inOrder[i])).isLessThan(STRIDE);
      int ahead = i + PUBLISHERS;
      assertThat(costOf(schedule, ahead, inOrder[ahead])).isLessThan(STRIDE);
    }
  }

  @Test
  void aLookBeyondAllThatWasAskedBeforeCostsTheNewGapsAndLessThanOneStride() {
    PoissonLoad.Schedule schedule = schedule(12);
    long[] inOrder = inOrder(12, 4 * PUBLISHERS);
    long turns = 0;

    for (int i = 0; i < 3 * PUBLISHERS; i += 7) {
      costOf(schedule, i, inOrder[i]);
      costOf(schedule, i + PUBLISHERS, inOrder[i + PUBLISHERS]);
      turns++;
    }

    assertThat(schedule.gapsComputed()).isLessThan(4 * PUBLISHERS + 2 * turns * STRIDE);
  }

  @Test
  void datingABacklogAgainCostsLessThanOneStrideForEachMessage() {
    PoissonLoad.Schedule schedule = schedule(13);
    int messages = 20 * PUBLISHERS;
    long[] inOrder = inOrder(13, messages);
    schedule.offsetNanos(messages - 1);

    for (int round = 0; round < 20; round++) {
      int deferred = 4_321 + round * PUBLISHERS;
      assertThat(costOf(schedule, deferred, inOrder[deferred])).isLessThan(STRIDE);
      assertThat(costOf(schedule, messages - 1, inOrder[messages - 1])).isLessThan(STRIDE);
    }
  }

  @Test
  void theNextOneCostsOneGap() {
    PoissonLoad.Schedule schedule = schedule(14);
    long[] inOrder = inOrder(14, PUBLISHERS);

    for (int i = 1; i < PUBLISHERS; i++) {
      assertThat(costOf(schedule, i, inOrder[i])).isEqualTo(1);
    }
  }

  /** The logarithms that one question costs, whose answer is checked. */
  private static long costOf(PoissonLoad.Schedule schedule, long index, long expected) {
    long before = schedule.gapsComputed();
    assertThat(schedule.offsetNanos(index)).isEqualTo(expected);
    return schedule.gapsComputed() - before;
  }

  private PoissonLoad.Schedule schedule(long seed) {
    return (PoissonLoad.Schedule) load().schedule(seed);
  }

  private long[] inOrder(long seed, int count) {
    ArrivalSchedule schedule = load().schedule(seed);
    return LongStream.range(0, count).map(schedule::offsetNanos).toArray();
  }

  private double[] gaps(long seed) {
    ArrivalSchedule schedule = load().schedule(seed);
    double[] gaps = new double[COUNT];
    long before = 0;
    for (int i = 0; i < COUNT; i++) {
      long at = schedule.offsetNanos(i);
      gaps[i] = at - before;
      before = at;
    }
    return gaps;
  }
}
