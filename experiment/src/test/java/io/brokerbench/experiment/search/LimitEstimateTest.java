package io.brokerbench.experiment.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class LimitEstimateTest {

  private static final double WITHIN = 0.02;

  private final List<SearchStep> steps = new ArrayList<>();

  private LimitEstimateTest sustained(double rate) {
    return add(rate, rate, StepOutcome.SUSTAINED);
  }

  private LimitEstimateTest failed(double rate, double carried) {
    return add(rate, carried, StepOutcome.BROKER_LIMITED);
  }

  private LimitEstimateTest add(double rate, double carried, StepOutcome outcome) {
    StepRequest request = new StepRequest(steps.size() + 1, StepKind.PROBE, rate);
    steps.add(SimulatedBroker.step(request, carried, outcome, OptionalDouble.of(carried)));
    return this;
  }

  private LimitEstimate between(double low, double high) {
    return LimitEstimate.of(steps, low, high, WITHIN);
  }

  @Test
  void stepsThatAgreeLeaveLittleDoubt() {
    LimitEstimate estimate =
        sustained(990).failed(1_300, 1_000).failed(1_010, 1_000).between(990, 1_010);
    assertThat(estimate.perSecond()).isCloseTo(1_000, withPercentage(0.3));
    assertThat(estimate.spread()).isLessThan(0.5 * WITHIN);
  }

  @Test
  void stepsThatContradictEachOtherLeaveMore() {
    LimitEstimate estimate =
        sustained(1_000).failed(980, 965).failed(1_030, 1_020).between(960, 980);
    assertThat(estimate.perSecond()).isBetween(975.0, 1_010.0);
    assertThat(estimate.spread()).isGreaterThan(0.5 * WITHIN);
  }

  @Test
  void aFailureByBadLuckHardlyMovesWhatOthersAgreeOn() {
    sustained(970).sustained(980).sustained(985).sustained(990).failed(1_012, 1_001);
    assertThat(failed(950, 700).between(990, 1_012).perSecond())
        .isCloseTo(1_000, withPercentage(1));
  }

  @Test
  void whatLiesFarAwayIsNotAsked() {
    sustained(990).failed(1_010, 1_000);
    LimitEstimate before = between(990, 1_010);
    assertThat(failed(6_000, 300).sustained(100).between(990, 1_010)).isEqualTo(before);
  }
}
