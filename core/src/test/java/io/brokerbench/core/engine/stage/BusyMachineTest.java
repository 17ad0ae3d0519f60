package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class BusyMachineTest {

  @Test
  void otherProcessesThatUseMostOfTheMachineAreNamedWithTheLoad() {
    assertThat(BusyMachine.text(1.72, 2, OptionalDouble.of(19.2)))
        .contains("busy: other processes use 1.7 of 2 cores (load 19); results may be DISTURBED");
  }

  @Test
  void aSystemWithoutALoadHasNone() {
    assertThat(BusyMachine.text(1, 4, OptionalDouble.empty()))
        .contains("busy: other processes use 1.0 of 4 cores; results may be DISTURBED");
  }

  @Test
  void theUsualBackgroundOfAMachineIsNotWorthAWarning() {
    assertThat(BusyMachine.text(0.3, 2, OptionalDouble.of(1))).isEmpty();
    assertThat(BusyMachine.text(-0.1, 2, OptionalDouble.of(1))).isEmpty();
  }
}
