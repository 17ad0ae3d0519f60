package io.brokerbench.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TheilSenSlopeTest {

  private static final int RUNS = 400;

  private static TheilSenSlope of(double... values) {
    double[] places = IntStream.range(0, values.length).asDoubleStream().toArray();
    return TheilSenSlope.of(places, values, 0.95);
  }

  private static TheilSenSlope of(int n, IntToDoubleFunction value) {
    return of(IntStream.range(0, n).mapToDouble(value).toArray());
  }

  @Test
  void aLineHasItsSlopeAndNoInterval() {
    TheilSenSlope slope = of(30, i -> 7 - 0.5 * i);

    assertThat(slope).isEqualTo(new TheilSenSlope(-0.5, -0.5, -0.5));
  }

  @Test
  void whatNeverChangesHasNoSlope() {
    assertThat(of(30, i -> 11)).isEqualTo(new TheilSenSlope(0, 0, 0));
  }

  @Test
  void outliersDoNotMoveIt() {
    TheilSenSlope slope = of(40, i -> i % 10 == 3 ? 1e9 : 2.0 * i);

    assertThat(slope.slope()).isCloseTo(2, within(1e-9));
  }

  /** Of the squares, that of each pair is the sum of its places. */
  @Test
  void itIsTheMedianOfAllPairs() {
    assertThat(of(10, i -> i * i).slope()).isEqualTo(9);
  }

  @Test
  void theIntervalHoldsTheSlopeAsOftenAsItSays() {
    Random random = new Random(7);
    int held = 0;
    for (int run = 0; run < RUNS; run++) {
      TheilSenSlope slope = of(60, i -> 0.3 * i + random.nextGaussian());
      held += slope.low() <= 0.3 && slope.high() >= 0.3 ? 1 : 0;
    }
    assertThat(held / (double) RUNS).isBetween(0.93, 0.995);
  }

  /** Neighbours alike: as if there were fewer values, which plain ranks would not know. */
  @Test
  void theIntervalHoldsTheSlopeOfAutocorrelatedValuesToo() {
    Random random = new Random(8);
    int held = 0;
    for (int run = 0; run < RUNS; run++) {
      double[] noise = autocorrelated(60, 0.7, random);
      TheilSenSlope slope = of(60, i -> 0.3 * i + noise[i]);
      held += slope.low() <= 0.3 && slope.high() >= 0.3 ? 1 : 0;
    }
    assertThat(held / (double) RUNS).isGreaterThan(0.92);
  }

  @Test
  void autocorrelationWidensTheInterval() {
    double[] noise = autocorrelated(60, 0.9, new Random(9));
    TheilSenSlope dependent = of(noise);
    TheilSenSlope shuffled = of(60, i -> noise[i * 37 % 60]);

    assertThat(dependent.high() - dependent.low())
        .isGreaterThan(2 * (shuffled.high() - shuffled.low()));
  }

  @Test
  void theIntervalReachesNoFurtherThanThePairsDo() {
    TheilSenSlope curve = of(60, i -> Math.sqrt(i));

    assertThat(curve.low()).isPositive();
    assertThat(curve.high()).isLessThanOrEqualTo(1);
  }

  @Test
  void fewerThanTenValuesAreRefused() {
    assertThatThrownBy(() -> of(9, i -> i)).isInstanceOf(IllegalArgumentException.class);
  }

  static double[] autocorrelated(int n, double correlation, Random random) {
    double[] values = new double[n];
    double value = random.nextGaussian();
    for (int i = 0; i < n; i++) {
      values[i] = value;
      value =
          correlation * value + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
    }
    return values;
  }
}
