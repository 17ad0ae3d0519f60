package io.brokerbench.core.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.drift.Trend.Course;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a course is named rightly, over some hundred series of 90 minutes. */
class TrendTest {

  private static final int BLOCKS = 60;
  private static final double BLOCK_SECONDS = 90;
  private static final double HOURS = BLOCKS * BLOCK_SECONDS / 3_600;
  private static final double LEVEL = 100e6;
  private static final int SERIES = 300;

  private static Trend trend(IntToDoubleFunction value) {
    return Trend.of(
            IntStream.range(0, BLOCKS)
                .mapToObj(i -> new Trend.Block((i + 0.5) * BLOCK_SECONDS, value.applyAsDouble(i)))
                .toList())
        .orElseThrow();
  }

  private static double hours(int block) {
    return (block + 0.5) * BLOCK_SECONDS / 3_600;
  }

  /** The share of series, each made with a random source of its own, that take each course. */
  private static ToDoubleFunction<Course> shares(IntFunction<IntToDoubleFunction> series) {
    Map<Course, Integer> counts = new EnumMap<>(Course.class);
    for (int seed = 0; seed < SERIES; seed++) {
      counts.merge(trend(series.apply(seed)).course(), 1, Integer::sum);
    }
    return course -> counts.getOrDefault(course, 0) / (double) SERIES;
  }

  @Test
  void whatNeverChangesIsFlat() {
    Trend trend = trend(i -> 42);

    assertThat(trend.course()).isEqualTo(Course.FLAT);
    assertThat(trend.mean()).isEqualTo(42);
    assertThat(trend.weeklyShare(trend.perHour())).isZero();
  }

  @Test
  void whatIsAlwaysZeroIsFlat() {
    assertThat(trend(i -> 0).course()).isEqualTo(Course.FLAT);
  }

  @Test
  void noiseThatIsSmallEnoughIsFlat() {
    ToDoubleFunction<Course> shares =
        shares(
            seed -> {
              Random random = new Random(seed);
              return i -> LEVEL * (1 + 0.0002 * random.nextGaussian());
            });

    assertThat(shares.applyAsDouble(Course.FLAT)).isGreaterThan(0.95);
  }

  /** 1 % of noise in 90 minutes could hide 10 % in a week: nothing is claimed of it. */
  @Test
  void noiseThatMayHideAGrowthIsUncertainAndHardlyEverGrows() {
    ToDoubleFunction<Course> shares =
        shares(
            seed -> {
              Random random = new Random(seed);
              return i -> LEVEL * (1 + 0.01 * random.nextGaussian());
            });

    assertThat(shares.applyAsDouble(Course.UNCERTAIN)).isGreaterThan(0.95);
    assertThat(shares.applyAsDouble(Course.GROWS)).isLessThan(0.02);
  }

  /** From independent blocks to those that remember an hour, and a walk that forgets nothing. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.8, 0.9, 0.95, 0.98, 1})
  void noiseThatRemembersIsHardlyEverCalledGrowing(double correlation) {
    ToDoubleFunction<Course> shares =
        shares(
            seed -> {
              double[] noise = noise(correlation, new Random(seed));
              return i -> LEVEL * (1 + 0.01 * noise[i]);
            });

    assertThat(shares.applyAsDouble(Course.GROWS)).isLessThan(0.05);
    assertThat(shares.applyAsDouble(Course.FALLS)).isLessThan(0.05);
  }

  private static double[] noise(double correlation, Random random) {
    double step = correlation < 1 ? Math.sqrt(1 - correlation * correlation) : 1;
    double[] values = new double[BLOCKS];
    double value = random.nextGaussian();
    for (int i = 0; i < BLOCKS; i++) {
      values[i] = value;
      value = correlation * value + step * random.nextGaussian();
    }
    return values;
  }

  @Test
  void aLeakOfOnePercentInAnHourIsFoundWithItsRate() {
    ToDoubleFunction<Course> shares =
        shares(
            seed -> {
              Random random = new Random(seed);
              return i -> LEVEL * (1 + 0.01 * hours(i) + 0.002 * random.nextGaussian());
            });
    Random random = new Random(1);
    Trend one = trend(i -> LEVEL * (1 + 0.01 * hours(i) + 0.002 * random.nextGaussian()));

    assertThat(shares.applyAsDouble(Course.GROWS)).isGreaterThan(0.95);
    assertThat(one.perHour()).isCloseTo(0.01 * LEVEL, within(0.0015 * LEVEL));
    assertThat(one.perHourLow()).isBetween(0.005 * LEVEL, one.perHour());
    assertThat(one.perHourHigh()).isBetween(one.perHour(), 0.015 * LEVEL);
    assertThat(one.weeklyShare(one.perHour())).isCloseTo(1.68, within(0.25));
  }

  @Test
  void theSameTheOtherWayRoundFalls() {
    assertThat(trend(i -> LEVEL * (1 - 0.01 * hours(i))).course()).isEqualTo(Course.FALLS);
  }

  @Test
  void aLeakThatSlowsDownIsStillOne() {
    Random random = new Random(2);

    assertThat(
            trend(i -> LEVEL * (1 + 0.1 * Math.sqrt(hours(i)) + 0.002 * random.nextGaussian()))
                .course())
        .isEqualTo(Course.GROWS);
  }

  @Test
  void aLeakInManyStepsIsOne() {
    assertThat(trend(i -> LEVEL + 1e6 * Math.floorDiv(i, 6)).course()).isEqualTo(Course.GROWS);
  }

  @Test
  void aGrowthThatComesToNextToNothingInAWeekIsFlat() {
    double perHour = 0.05 * LEVEL / 168;

    assertThat(trend(i -> LEVEL + perHour * hours(i)).course()).isEqualTo(Course.FLAT);
  }

  /** Such as a pool that is filled once: it is reported with its place and size, not projected. */
  @ParameterizedTest
  @ValueSource(ints = {8, 20, 30, 40, 52})
  void aSingleStepIsNeverADrift(int at) {
    ToDoubleFunction<Course> shares =
        shares(
            seed -> {
              Random random = new Random(seed);
              return i -> LEVEL * (i < at ? 1 : 1.05) * (1 + 0.002 * random.nextGaussian());
            });

    assertThat(shares.applyAsDouble(Course.GROWS)).isLessThan(0.02);
  }

  @Test
  void aStepThatWouldPassForGrowthIsNamedWithItsPlaceAndSize() {
    Trend trend = trend(i -> LEVEL + (i < 30 ? 0 : 5e6) + (i % 2) * 1_000);

    assertThat(trend.course()).isEqualTo(Course.STEPPED);
    assertThat(trend.step().orElseThrow().size()).isCloseTo(5e6, within(2_000.0));
    assertThat(trend.step().orElseThrow().atSeconds()).isCloseTo(2_745, within(1.0));
  }

  /** A heap that fills and is collected, several times in the run. */
  @ParameterizedTest
  @ValueSource(doubles = {1.5, 2.3, 5.2, 17})
  void aSawToothIsHardlyEverCalledGrowing(double teeth) {
    ToDoubleFunction<Course> shares =
        shares(
            seed -> {
              Random random = new Random(seed);
              double phase = random.nextDouble();
              return i ->
                  20e6 + 10e6 * ((teeth * i / BLOCKS + phase) % 1) + 2e5 * random.nextGaussian();
            });

    assertThat(shares.applyAsDouble(Course.GROWS)).isLessThan(0.05);
  }

  @Test
  void aLeakUnderASawToothIsFoundOnceItIsGreatEnough() {
    Random random = new Random(3);
    Trend trend =
        trend(
            i ->
                20e6
                    + 40e6 * hours(i) / HOURS
                    + 10e6 * ((17.0 * i / BLOCKS) % 1)
                    + 2e5 * random.nextGaussian());

    assertThat(trend.course()).isEqualTo(Course.GROWS);
  }

  @Test
  void tooFewBlocksHaveNoTrend() {
    List<Trend.Block> blocks =
        IntStream.range(0, Trend.LEAST_BLOCKS - 1)
            .mapToObj(i -> new Trend.Block(i * BLOCK_SECONDS, i))
            .toList();

    assertThat(Trend.of(blocks)).isEmpty();
  }
}
