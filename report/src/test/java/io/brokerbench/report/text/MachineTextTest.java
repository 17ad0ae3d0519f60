package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.ExampleMachine;
import org.junit.jupiter.api.Test;

class MachineTextTest {

  @Test
  void aQuietMachineIsInNoPercentile() {
    assertThat(MachineText.of(ExampleMachine.quiet()))
        .isEqualTo(
            "others 0.1 of 2 cores, io pressure 0 %, broker waited 1.0 % for a CPU, generator"
                + " 1.0 %; other work is in no percentile up to p99.9");
  }

  @Test
  void otherWorkIsInTheMessagesThatCameWhileSomebodyWaitedForIt() {
    assertThat(MachineText.of(new ExampleMachine().others(0.4).own(0.4).broker(0.1, 0.04).build()))
        .endsWith("; other work may be in the slowest 2.1 % of the latencies");
  }

  @Test
  void whatTheKernelDoesNotReportIsNotKnown() {
    assertThat(MachineText.of(ExampleMachine.unknown()))
        .isEqualTo(
            "others not known, 2 cores; how much of the latencies is due to other work is not"
                + " known");
  }

  @Test
  void stealAndMemoryPressureAreNamedWhereThereIsSome() {
    assertThat(MachineText.of(new ExampleMachine().steal(0.2).stalled(0, 0.5, 0.04).build()))
        .contains("steal 10 %, io pressure 50 %, memory pressure 4.0 %, broker");
  }
}
