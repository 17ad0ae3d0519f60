package io.brokerbench.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class KneeTest {

  private static final List<Double> X =
      List.of(1.0, 10.0, 25.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0, 150.0, 200.0);

  private static List<Double> y(DoubleUnaryOperator curve) {
    return X.stream().map(curve::applyAsDouble).toList();
  }

  @Test
  void twoLinesMeetAtTheirKnee() {
    Knee knee = Knee.of(X, y(x -> 3 + 0.01 * x + 0.2 * Math.max(0, x - 70))).orElseThrow();
    assertThat(knee.x()).isEqualTo(70);
    assertThat(knee.slopeBefore()).isCloseTo(0.01, within(1e-9));
    assertThat(knee.slopeAfter()).isCloseTo(0.21, within(1e-9));
  }

  @Test
  void betweenTwoPointsItIsOneOfThem() {
    assertThat(Knee.of(X, y(x -> 3 + 0.2 * Math.max(0, x - 75))).orElseThrow().x())
        .isIn(70.0, 80.0);
  }

  @Test
  void aLineAndACurveThatFlattensHaveNone() {
    assertThat(Knee.of(X, y(x -> 3 + 0.2 * x))).isEmpty();
    assertThat(Knee.of(X, y(x -> 3))).isEmpty();
    assertThat(Knee.of(X, y(Math::sqrt))).isEmpty();
  }

  @Test
  void aLineThatBendsLittleHasNone() {
    assertThat(Knee.of(X, y(x -> 0.1 * x + 0.05 * Math.max(0, x - 70)))).isEmpty();
  }

  @Test
  void fewPointsHaveNone() {
    assertThat(Knee.of(List.of(1.0, 2.0, 3.0, 4.0), List.of(0.0, 0.0, 5.0, 10.0))).isEmpty();
  }

  @Test
  void noiseAloneIsRarelyTakenForOne() {
    Random random = new Random(5);
    int found = 0;
    for (int i = 0; i < 1_000; i++) {
      found += Knee.of(X, y(x -> 5 + random.nextGaussian())).isPresent() ? 1 : 0;
    }
    assertThat(found).isLessThan(50);
  }
}
