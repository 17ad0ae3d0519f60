package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CpuUsageTest {

  private static final long SECOND = 1_000_000_000;

  @Test
  void theDifferenceOfTwoSamplesIsGivenInEveryUnit() {
    CpuUsage usage =
        CpuUsage.between(
            new ProcessUsage(3 * SECOND, 10), new ProcessUsage(6 * SECOND, 20), 2 * SECOND, 4);

    assertThat(usage.seconds()).isEqualTo(3);
    assertThat(usage.cores()).isEqualTo(1.5);
    assertThat(usage.percentOfCore()).isEqualTo(150);
    assertThat(usage.percentOfSystem()).isEqualTo(37.5);
    assertThat(usage.microsPerMessage(200_000)).isEqualTo(15);
  }

  @Test
  void nothingIsDividedByZero() {
    CpuUsage usage = new CpuUsage(SECOND, 0, 2);

    assertThat(usage.cores()).isZero();
    assertThat(usage.percentOfSystem()).isZero();
    assertThat(usage.microsPerMessage(0)).isZero();
  }

  @Test
  void timeThatAnUnwaitedChildTookWithItIsNotNegative() {
    CpuUsage usage =
        CpuUsage.between(new ProcessUsage(SECOND, 1), new ProcessUsage(1, 1), SECOND, 1);

    assertThat(usage.cpuNanos()).isZero();
  }

  @Test
  void aShortTimeInCoarseUnitsIsNotKnown() {
    long tick = 10_000_000;
    ProcessUsage start = new ProcessUsage(SECOND, 1, 2 * tick);
    CpuUsage brief =
        CpuUsage.between(start, new ProcessUsage(SECOND + 4 * tick, 1, 2 * tick), SECOND, 2);
    CpuUsage longer =
        CpuUsage.between(start, new ProcessUsage(SECOND + 20 * tick, 1, 2 * tick), SECOND, 2);

    assertThat(brief.isKnown()).isFalse();
    assertThat(brief.knownMicrosPer(1_000)).isEmpty();
    assertThat(longer.isKnown()).isTrue();
    assertThat(longer.knownMicrosPer(1_000)).hasValue(200);
    assertThat(new CpuUsage(0, SECOND, 2).isKnown()).isTrue();
  }

  @Test
  void aMachineHasACore() {
    assertThatThrownBy(() -> new CpuUsage(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
