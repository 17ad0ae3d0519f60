package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunTimesTest {

  @Test
  void theSteadyStateHasItsFirstInstantAndNotItsLast() {
    RunTimes times = new RunTimes(0, 1_000, 3_000);
    assertThat(times.steadyFlag(999)).isZero();
    assertThat(times.steadyFlag(1_000)).isEqualTo(1);
    assertThat(times.steadyFlag(2_999)).isEqualTo(1);
    assertThat(times.steadyFlag(3_000)).isZero();
  }

  @Test
  void aClockThatStartsNearItsEndIsFine() {
    long start = Long.MAX_VALUE - 500;
    RunTimes times = new RunTimes(start, start + 100, start + 1_000);
    assertThat(times.steadyFlag(start + 99)).isZero();
    assertThat(times.steadyFlag(start + 999)).isEqualTo(1);
    assertThat(times.steadyFlag(start + 1_000)).isZero();
  }

  @Test
  void anEarlyEndShortensTheSteadyStateAndALateOneDoesNot() {
    RunTimes times = new RunTimes(0, 1_000, 3_000);
    assertThat(times.endingAt(2_000)).isEqualTo(new RunTimes(0, 1_000, 2_000));
    assertThat(times.endingAt(500)).isEqualTo(new RunTimes(0, 500, 500));
    assertThat(times.endingAt(4_000)).isEqualTo(times);
  }
}
