package io.brokerbench.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;
import org.apache.commons.statistics.inference.TTest;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Figures from SciPy 1.10.1: {@code wilcoxon(d, alternative, method="exact")}, {@code
 * mannwhitneyu(a, b, alternative, method="exact")}, {@code ttest_1samp}, {@code ttest_ind(...,
 * equal_var=False)}; intervals by inverting its tests, value by value.
 */
class RankShiftTest {

  private static final double EXACT = 1e-12;

  /** Darwin's pairs of cross- and self-fertilised plants, differences in eighths of an inch. */
  private static final double[] DARWIN = {
    49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48
  };

  /** Permeability at term and between weeks 12 and 26: the data of an example in R's manual. */
  private static final double[] TERM = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};

  private static final double[] EARLY = {1.15, 0.88, 0.90, 0.74, 1.21};

  private static final double[] SIX = {0.093, 0.112, 0.087, 0.101, 0.099, 0.120};

  @Test
  void theSignedRankTestAgreesWithSciPy() {
    RankShift shift = RankShift.paired(DARWIN);

    assertThat(shift.estimate()).isEqualTo(25);
    assertThat(shift.chanceIfAtMost(0)).isCloseTo(0.0206298828125, within(EXACT));
    assertThat(negated(DARWIN).chanceIfAtMost(0)).isCloseTo(0.982330322265625, within(EXACT));
  }

  @Test
  void theSignedRankIntervalAgreesWithSciPy() {
    RankShift shift = RankShift.paired(DARWIN);

    assertThat(shift.low(0.025)).isEqualTo(4);
    assertThat(shift.high(0.025)).isEqualTo(41.5);
    assertThat(shift.low(0.05)).isEqualTo(8);
    assertThat(shift.high(0.05)).isEqualTo(39.5);
    assertThat(shift.low(0.005)).isEqualTo(-13);
    assertThat(shift.high(0.005)).isEqualTo(49);
  }

  @Test
  void theMannWhitneyTestAgreesWithSciPy() {
    RankShift shift = RankShift.unpaired(EARLY, TERM);

    assertThat(shift.estimate()).isCloseTo(0.305, within(EXACT));
    assertThat(shift.chanceIfAtMost(0)).isCloseTo(0.1272061272061272, within(EXACT));
    assertThat(RankShift.unpaired(TERM, EARLY).chanceIfAtMost(0))
        .isCloseTo(0.8967698967698966, within(EXACT));
    assertThat(shift.low(0.025)).isCloseTo(-0.15, within(EXACT));
    assertThat(shift.high(0.025)).isCloseTo(0.76, within(EXACT));
    assertThat(shift.low(0.05)).isCloseTo(-0.08, within(EXACT));
    assertThat(shift.high(0.05)).isCloseTo(0.72, within(EXACT));
  }

  @Test
  void whereTheRanksAreAtTheirEndStudentsTGoesOnAndAgreesWithSciPy() {
    RankShift shift = RankShift.paired(SIX);

    assertThat(shift.chanceOfRanksIfAtMost(0.05)).isEqualTo(0.015625);
    assertThat(shift.chanceIfAtMost(0.05)).isCloseTo(6.854819101677035e-05, within(1e-10));
    assertThat(shift.low(0.0005)).isCloseTo(0.06788559602244987, within(1e-7));
    assertThat(shift.high(0.0005)).isCloseTo(0.13611440397755095, within(1e-7));
    assertThat(
            RankShift.unpaired(new double[] {4.0, 4.2, 4.1, 3.9}, new double[] {5.1, 5.3, 5.2, 5.6})
                .chanceIfAtMost(0.2))
        .isCloseTo(0.0002227271272895445, within(1e-10));
  }

  @Test
  void manyPairsAreJudgedByTheNormalDistributionAsSciPyDoes() {
    double[] values =
        IntStream.range(0, 120)
            .mapToDouble(i -> Math.round((Math.sin((i + 1) * 1.7) * 5 + 1 + i * 0.001) * 1e6) / 1e6)
            .toArray();

    assertThat(RankShift.paired(values).chanceIfAtMost(0))
        .isCloseTo(0.0004682476691533944, within(1e-9));
  }

  @Test
  void manyValuesOfASideAreJudgedByTheNormalDistributionAsTheLibraryDoes() {
    double[] from = IntStream.range(0, 41).mapToDouble(i -> Math.sin((i + 1) * 1.7) * 5).toArray();
    double[] to = IntStream.range(0, 45).mapToDouble(i -> Math.sin(i * 2.3) * 5 + 1.5).toArray();

    double normal =
        MannWhitneyUTest.withDefaults()
            .with(AlternativeHypothesis.GREATER_THAN)
            .with(PValueMethod.ASYMPTOTIC)
            .test(to, from)
            .getPValue();
    assertThat(normal).isBetween(0.001, 0.2);
    assertThat(RankShift.unpaired(from, to).chanceOfRanksIfAtMost(0))
        .isCloseTo(normal, within(1e-9));
  }

  @Test
  void aHundredPairsAreStillCountedOut() {
    double[] values = new SplittableRandom(100).doubles(100).map(v -> v - 0.45).toArray();

    assertThat(RankShift.paired(values).chanceOfRanksIfAtMost(0))
        .isCloseTo(
            WilcoxonSignedRankTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .with(PValueMethod.EXACT)
                .test(values)
                .getPValue(),
            within(EXACT));
  }

  /** Of two pairs there are three contrasts: 1, 3 and 5. */
  @Test
  void theEstimateOfAnOddNumberOfContrastsIsTheMiddleOne() {
    assertThat(RankShift.paired(new double[] {1, 5}).estimate()).isEqualTo(3);
  }

  /** Six pairs have a chance of 1 in 64 that all point one way. */
  @Test
  void aChanceThatEqualsTheSideOfTheIntervalLeavesTheMarginOut() {
    RankShift shift = RankShift.paired(new double[] {1, 1.5, 2, 2, 2, 10});

    assertThat(shift.low(1 / 64.0)).isEqualTo(1);
    assertThat(shift.low(2 / 64.0)).isEqualTo(1.25);
    assertThat(shift.low(0.015)).as("by Student's t").isLessThan(0);
  }

  @Test
  void oneValueThatPointsTheOtherWayLeavesItToTheRanks() {
    double[] almost = {0.5, 0.5, 0.5, 0.5, 0.5, -0.001};

    assertThat(RankShift.paired(almost).chanceIfAtMost(0)).isEqualTo(2 / 64.0);
  }

  @Test
  void equalValuesAreNoProofBeyondTheirNumber() {
    RankShift same = RankShift.paired(new double[] {0, 0, 0, 0, 0, 0});

    assertThat(same.chanceIfAtMost(0)).isEqualTo(1);
    assertThat(same.low(0.025)).isZero();
    assertThat(same.high(0.025)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 6, 9, 20})
  void intervalAndTestAgree(int pairs) {
    SplittableRandom random = new SplittableRandom(pairs);
    for (int i = 0; i < 50; i++) {
      RankShift shift =
          RankShift.paired(random.doubles(pairs).map(v -> Math.round(v * 20) / 20.0).toArray());
      for (double side : new double[] {0.1, 0.025, 0.001}) {
        double low = shift.low(side);
        assertThat(shift.chanceIfAtMost(low - 1e-9)).isLessThanOrEqualTo(side + 1e-6);
        assertThat(shift.chanceIfAtMost(low + 1e-9)).isGreaterThanOrEqualTo(side - 1e-6);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 8, 13, 30, 40})
  void theLibrarysTestsSayTheSame(int count) {
    double[] a = new SplittableRandom(count).doubles(count).toArray();
    double[] b = new SplittableRandom(count + 1).doubles(count).map(v -> v + 0.1).toArray();

    WilcoxonSignedRankTest signedRank =
        WilcoxonSignedRankTest.withDefaults()
            .with(AlternativeHypothesis.GREATER_THAN)
            .with(PValueMethod.EXACT);
    assertThat(RankShift.paired(a).chanceOfRanksIfAtMost(0.4))
        .isCloseTo(signedRank.withMu(0.4).test(a).getPValue(), within(EXACT));
    MannWhitneyUTest mannWhitney =
        MannWhitneyUTest.withDefaults()
            .with(AlternativeHypothesis.GREATER_THAN)
            .with(PValueMethod.EXACT);
    assertThat(RankShift.unpaired(a, b).chanceOfRanksIfAtMost(0))
        .isCloseTo(mannWhitney.test(b, a).getPValue(), within(EXACT));
    double[] up = new SplittableRandom(count).doubles(count).map(v -> v + 1).toArray();
    double student =
        TTest.withDefaults().with(AlternativeHypothesis.GREATER_THAN).test(up).getPValue();
    assertThat(RankShift.paired(up).chanceIfAtMost(0))
        .isCloseTo(Math.min(student, Math.pow(0.5, count)), within(EXACT));
  }

  private static RankShift negated(double[] values) {
    return RankShift.paired(java.util.Arrays.stream(values).map(v -> -v).toArray());
  }
}
