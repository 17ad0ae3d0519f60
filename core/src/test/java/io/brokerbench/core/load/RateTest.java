package io.brokerbench.core.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-1, -1",
    "-0.5, -0.5",
    "NaN, NaN",
    "Infinity, Infinity",
    "100000001, 100000001"
  })
  void aRateOutOfItsLimitsIsRefusedWithBoth(double perSecond, String shown) {
    assertThatThrownBy(() -> Rate.perSecond(perSecond))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("rate " + shown + ": more than 0 and at most 100 000 000 per second");
  }

  @ParameterizedTest
  @CsvSource({"10000, 10000", "0.5, 0.5", "1e8, 100000000", "12345678.5, 12345678.5"})
  void aRateIsShownAsPeopleWriteIt(double perSecond, String shown) {
    assertThat(Rate.perSecond(perSecond)).hasToString(shown);
  }

  @Test
  void theLeastRateThatThereIsCanBeAskedFor() {
    assertThat(Rate.perSecond(Double.MIN_VALUE).perSecond()).isPositive();
  }
}
