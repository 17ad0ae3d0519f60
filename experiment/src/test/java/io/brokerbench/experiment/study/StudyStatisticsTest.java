package io.brokerbench.experiment.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.core.statistics.LinearFit;
import io.brokerbench.core.statistics.WelchTest;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The expected figures are those of SciPy 1.17.1 and NumPy 2.4.6, by the functions named. */
class StudyStatisticsTest {

  private static final Offset<Double> CLOSE = within(1e-12);

  private static final List<Double> ONE =
      List.of(0.41, 0.38, 0.55, 0.47, 0.62, 0.44, 0.39, 0.51, 0.43, 1.92, 0.46, 0.40);
  private static final List<Double> OTHER =
      List.of(0.63, 0.58, 0.71, 0.95, 0.66, 0.60, 0.74, 0.69, 0.57, 0.81);

  /** numpy.percentile(..., method="linear"), whiskers by matplotlib's definition with whis=1.5. */
  @Test
  void boxPlotsHaveTheQuartilesWhiskersAndOutliersOfNumPy() {
    BoxPlot box = BoxPlot.of(ONE);

    assertThat(box.n()).isEqualTo(12);
    assertThat(box.min()).isEqualTo(0.38);
    assertThat(box.lowerWhisker()).isEqualTo(0.38);
    assertThat(box.q1()).isCloseTo(0.4075, CLOSE);
    assertThat(box.median()).isCloseTo(0.45, CLOSE);
    assertThat(box.q3()).isCloseTo(0.52, CLOSE);
    assertThat(box.upperWhisker()).isEqualTo(0.62);
    assertThat(box.max()).isEqualTo(1.92);
    assertThat(box.mean()).isCloseTo(0.5816666666666667, CLOSE);
    assertThat(box.outliers()).containsExactly(1.92);

    BoxPlot other = BoxPlot.of(OTHER);
    assertThat(other.q1()).isCloseTo(0.6074999999999999, CLOSE);
    assertThat(other.median()).isCloseTo(0.675, CLOSE);
    assertThat(other.q3()).isCloseTo(0.7324999999999999, CLOSE);
    assertThat(other.upperWhisker()).isEqualTo(0.81);
    assertThat(other.outliers()).containsExactly(0.95);
  }

  @Test
  void twoSamplesAndEqualSamplesHaveBoxesToo() {
    BoxPlot two = BoxPlot.of(List.of(3.0, 1.0));
    assertThat(List.of(two.q1(), two.median(), two.q3())).containsExactly(1.5, 2.0, 2.5);
    assertThat(two.outliers()).isEmpty();

    BoxPlot flat = BoxPlot.of(List.of(5.0, 5.0, 5.0, 5.0, 9.0));
    assertThat(flat.q3()).isEqualTo(5);
    assertThat(flat.upperWhisker()).isEqualTo(5);
    assertThat(flat.outliers()).containsExactly(9.0);
  }

  @Test
  void oneSampleIsABoxOfNoLengthAndNoSampleIsNoBox() {
    assertThat(BoxPlot.of(List.of(7.0)))
        .isEqualTo(new BoxPlot(1, 7, 7, 7, 7, 7, 7, 7, 7, List.of()));
    assertThatThrownBy(() -> BoxPlot.of(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sample");
  }

  /** scipy.stats.ttest_ind(..., equal_var=False). */
  @Test
  void welchsTestIsThatOfSciPy() {
    WelchTest test = WelchTest.of(ONE, OTHER).orElseThrow();

    assertThat(test.t()).isCloseTo(-0.8719954167324533, CLOSE);
    assertThat(test.degreesOfFreedom()).isCloseTo(12.949576054073242, CLOSE);
    assertThat(test.p()).isCloseTo(0.39909022530250693, CLOSE);
    assertThat(test.significant()).isFalse();

    List<Double> shifted = ONE.stream().map(value -> value + 0.01).toList();
    WelchTest small = WelchTest.of(ONE, shifted).orElseThrow();
    assertThat(small.t()).isCloseTo(-0.05731728391035624, within(1e-10));
    assertThat(small.degreesOfFreedom()).isCloseTo(22.0, within(1e-9));
    assertThat(small.p()).isCloseTo(0.9548098630162507, within(1e-10));
  }

  @Test
  void whatCannotBeTestedIsNot() {
    assertThat(WelchTest.of(List.of(1.0), OTHER)).isEmpty();
    assertThat(WelchTest.of(List.of(1.0, 1.0), List.of(2.0, 2.0))).isEmpty();
  }

  /** scipy.stats.linregress. */
  @Test
  void theFitIsThatOfSciPy() {
    LinearFit fit =
        LinearFit.of(
                List.of(0.0, 500.0, 1000.0, 1500.0, 2000.0, 2500.0, 3000.0),
                List.of(
                    1318912.0, 3055104.0, 4811776.0, 6560000.0, 8290816.0, 10066944.0, 11794432.0))
            .orElseThrow();

    assertThat(fit.slope()).isCloseTo(3494.948571428571, within(1e-8));
    assertThat(fit.intercept()).isCloseTo(1314432.000000001, within(1e-6));
    assertThat(fit.slopeStandardError()).isCloseTo(3.8444556463338126, within(1e-6));
    assertThat(fit.rSquared()).isCloseTo(0.9999939499981485, within(1e-12));
  }

  @Test
  void pointsAboveEachOtherHaveNoFit() {
    assertThat(LinearFit.of(List.of(1.0, 1.0), List.of(2.0, 3.0))).isEmpty();
  }
}
