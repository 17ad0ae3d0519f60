package io.brokerbench.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LooksTest {

  @Test
  void allLooksTogetherSpendTheErrorRateOnce() {
    Looks looks = new Looks();
    double spent = looks.look(0.3) + looks.look(0.55) + looks.look(0.8);

    assertThat(spent).isCloseTo(Math.pow(0.8, Looks.POWER), within(1e-12));
    assertThat(spent + looks.last()).isCloseTo(1, within(1e-12));
    assertThat(looks.last()).isZero();
  }

  @Test
  void aLookIsDueAtEachShareOnce() {
    Looks looks = new Looks();
    assertThat(looks.due(0.2)).isFalse();
    assertThat(looks.due(0.6)).isTrue();
    looks.look(0.6);
    assertThat(looks.due(0.7)).isFalse();
    assertThat(looks.due(0.75)).isTrue();
    assertThat(looks.due(1)).isFalse();
  }

  @Test
  void anExperimentWithoutEarlyLooksHasAllOfItAtItsEnd() {
    assertThat(new Looks().last()).isEqualTo(1);
  }
}
