package io.brokerbench.experiment.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import org.junit.jupiter.api.Test;

class RateIntervalTest {

  @Test
  void oneConfirmationLeavesTheBracketAsItIs() {
    RateInterval interval = RateInterval.of(100, 102, List.of(99.0));

    assertThat(interval.lowPerSecond()).isEqualTo(100);
    assertThat(interval.highPerSecond()).hasValue(102);
  }

  @Test
  void confirmationsThatAgreeAreNoReasonToTrustMore() {
    RateInterval interval = RateInterval.of(100, 102, List.of(100.0, 100.0, 100.0));

    assertThat(interval.lowPerSecond()).isEqualTo(100);
    assertThat(interval.highPerSecond()).hasValue(102);
  }

  /** Mean 100, standard error 1.1547, t of two degrees of freedom 4.3027. */
  @Test
  void confirmationsThatDifferWidenIt() {
    RateInterval interval = RateInterval.of(100, 102, List.of(98.0, 100.0, 102.0));

    assertThat(interval.lowPerSecond()).isCloseTo(95.032, offset(0.001));
    assertThat(interval.highPerSecond().orElseThrow()).isCloseTo(104.968, offset(0.001));
  }

  @Test
  void whereNoRateFailedThereIsNoUpperEnd() {
    assertThat(RateInterval.of(100, Double.POSITIVE_INFINITY, List.of()).highPerSecond()).isEmpty();
  }
}
