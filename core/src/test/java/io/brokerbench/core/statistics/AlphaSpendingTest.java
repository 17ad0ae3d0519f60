package io.brokerbench.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AlphaSpendingTest {

  @Test
  void allLooksTogetherSpendTheErrorRateOnce() {
    AlphaSpending spending = new AlphaSpending();
    double spent = spending.look(0.3) + spending.look(0.55) + spending.look(0.8);

    assertThat(spent).isCloseTo(Math.pow(0.8, AlphaSpending.POWER), within(1e-12));
    assertThat(spent + spending.last()).isCloseTo(1, within(1e-12));
    assertThat(spending.last()).isZero();
  }

  @Test
  void aLookIsDueAtEachShareOnce() {
    AlphaSpending spending = new AlphaSpending();
    assertThat(spending.due(0.2)).isFalse();
    assertThat(spending.due(0.6)).isTrue();
    spending.look(0.6);
    assertThat(spending.due(0.7)).isFalse();
    assertThat(spending.due(0.75)).isTrue();
    assertThat(spending.due(1)).isFalse();
  }

  @Test
  void anExperimentWithoutEarlyLooksHasAllOfItAtItsEnd() {
    assertThat(new AlphaSpending().last()).isEqualTo(1);
  }
}
