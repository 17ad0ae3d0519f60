package io.brokerbench.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class AlphaSpendingTest {

  private static double bound(double level) {
    return NormalDistribution.of(0, 1).inverseSurvivalProbability(level);
  }

  @Test
  void aLookIsDueAtEachShareOnce() {
    AlphaSpending spending = new AlphaSpending();
    assertThat(spending.due(0.1)).isFalse();
    assertThat(spending.due(0.65)).isTrue();
    spending.look(0.65, 10);
    assertThat(spending.due(0.69)).isFalse();
    assertThat(spending.due(0.75)).isTrue();
    assertThat(spending.due(1)).isFalse();
  }

  @Test
  void aShareThatIsJustReachedIsDueAndLookedAt() {
    AlphaSpending spending = new AlphaSpending();
    assertThat(spending.due(0.2)).isTrue();
    spending.look(0.3, 6);
    assertThat(spending.due(0.3)).isFalse();
    spending.look(0.9, 20);
    assertThat(spending.due(0.95)).isFalse();
  }

  @Test
  void anExperimentWithoutEarlyLooksHasAllOfItAtItsEnd() {
    AlphaSpending spending = new AlphaSpending();
    spending.last(12);
    assertThat(spending.level(0.05)).isCloseTo(0.05, within(1e-6));
  }

  @Test
  void aLookBeforeAnythingMayBeSpentDecidesNothing() {
    AlphaSpending spending = new AlphaSpending();
    spending.look(0, 6);
    assertThat(spending.level(0.05)).isZero();
  }

  /** The first bound needs no integration: it spends a power of the share done. */
  @Test
  void theFirstLookSpendsWhatTheShareDoneReleases() {
    AlphaSpending spending = new AlphaSpending();
    spending.look(0.25, 5);
    assertThat(spending.level(0.05)).isCloseTo(0.05 * Math.pow(0.25, 1.5), within(1e-6));
  }

  /** Two looks: the second bound follows from the bivariate normal distribution, here drawn. */
  @Test
  void allLooksTogetherErrAsOftenAsOne() {
    double[] shares = {0.25, 0.5, 0.75};
    AlphaSpending spending = new AlphaSpending();
    double[] bounds = new double[4];
    for (int i = 0; i < 3; i++) {
      spending.look(shares[i], 6 * (i + 1));
      bounds[i] = bound(spending.level(0.05));
    }
    spending.last(24);
    bounds[3] = bound(spending.level(0.05));

    SplittableRandom random = new SplittableRandom(1);
    int rejected = 0;
    int experiments = 400_000;
    for (int n = 0; n < experiments; n++) {
      double sum = 0;
      boolean any = false;
      for (int look = 0; look < 4; look++) {
        sum += Math.sqrt(6) * random.nextGaussian();
        any |= sum / Math.sqrt(6 * (look + 1)) > bounds[look];
      }
      rejected += any ? 1 : 0;
    }
    assertThat(rejected / (double) experiments).isCloseTo(0.05, within(0.001));
  }

  /** By Boole's inequality alone, the last of these levels would be 0.0175. */
  @Test
  void whatEarlyLooksHaveInCommonWithTheLastIsNotSpentTwice() {
    AlphaSpending spending = new AlphaSpending();
    spending.look(0.25, 6);
    spending.look(0.5, 12);
    spending.look(0.75, 18);
    spending.last(24);
    assertThat(spending.level(0.05)).isBetween(0.03, 0.045);
  }

  @Test
  void anotherLookAtTheSameDataReplacesTheOneBefore() {
    AlphaSpending spending = new AlphaSpending();
    spending.look(0.5, 12);
    assertThat(spending.level(0.05)).isCloseTo(0.05 * Math.pow(0.5, 1.5), within(1e-6));
    spending.last(12);
    assertThat(spending.looks()).isEqualTo(1);
    assertThat(spending.level(0.05)).isCloseTo(0.05, within(1e-6));
  }
}
