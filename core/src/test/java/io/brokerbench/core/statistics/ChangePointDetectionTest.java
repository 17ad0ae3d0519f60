package io.brokerbench.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ChangePointDetectionTest {

  private static double[] steps(double spread, double... levels) {
    Random random = new Random(42);
    return DoubleStream.of(levels)
        .flatMap(level -> random.doubles(20).map(value -> level + spread * (value - 0.5)))
        .toArray();
  }

  @Test
  void aStepIsFoundWithTheMeansOfBothSides() {
    assertThat(ChangePointDetection.OTAVA.in(steps(2, 100, 110)))
        .singleElement()
        .satisfies(
            point -> {
              assertThat(point.index()).isEqualTo(20);
              assertThat(point.before()).isBetween(99.0, 101.0);
              assertThat(point.after()).isBetween(109.0, 111.0);
              assertThat(point.change()).isBetween(0.08, 0.12);
              assertThat(point.p()).isLessThan(1e-9);
            });
  }

  @Test
  void aStepThatIsUndoneIsTwoChanges() {
    assertThat(ChangePointDetection.OTAVA.in(steps(2, 100, 110, 100)))
        .extracting(ChangePoint::index)
        .containsExactly(20, 40);
  }

  @Test
  void aSmallChangeIsMergedWhereMoreIsAskedFor() {
    double[] series = steps(2, 100, 110, 150);
    assertThat(ChangePointDetection.OTAVA.in(series)).hasSize(2);
    assertThat(new ChangePointDetection(50, 0.001, 0.2).in(series))
        .extracting(ChangePoint::index)
        .containsExactly(40);
  }

  @Test
  void nothingChangesInAConstantSeriesWhateverItsValueNorInOneThatIsTooShort() {
    for (double value : new double[] {0, 0.1, 1e300, -7}) {
      assertThat(
              ChangePointDetection.OTAVA.in(DoubleStream.generate(() -> value).limit(70).toArray()))
          .isEmpty();
    }
    assertThat(ChangePointDetection.OTAVA.in(new double[0])).isEmpty();
    assertThat(ChangePointDetection.OTAVA.in(new double[] {1})).isEmpty();
    assertThat(ChangePointDetection.OTAVA.in(new double[] {1, 2})).isEmpty();
  }

  @Test
  void aChangeFromNothingHasAMagnitude() {
    double[] losses = {0, 0, 0, 0, 0, 0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    assertThat(ChangePointDetection.OTAVA.in(losses))
        .singleElement()
        .satisfies(
            point -> {
              assertThat(point.index()).isEqualTo(6);
              assertThat(point.change()).isZero();
              assertThat(point.magnitude()).isEqualTo(1);
            });
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new ChangePointDetection(1, 0.001, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("window 1, maxP 0.001, minMagnitude 0.0");
    assertThatThrownBy(() -> new ChangePointDetection(50, 1.1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
