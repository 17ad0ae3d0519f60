package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.ExampleMachine;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Machine;
import org.junit.jupiter.api.Test;

class MachineTextTest {

  @Test
  void aQuietMachineIsInNoPercentile() {
    assertThat(text(ExampleMachine.quiet()))
        .isEqualTo(
            "2 cores, CPU of others 0.05 cores, broker waited for a CPU 1.0 %, generator waited for"
                + " a CPU 1.0 %; other work is in no percentile up to p99.9");
  }

  @Test
  void otherWorkIsInTheMessagesThatCameWhileSomebodyWaitedForIt() {
    assertThat(text(new ExampleMachine().others(0.4).own(0.4).broker(0.1, 0.04).build()))
        .endsWith("; other work may be in the slowest 2.1 % of the latencies");
  }

  @Test
  void whatTheKernelDoesNotReportIsNotKnown() {
    assertThat(text(ExampleMachine.unknown()))
        .isEqualTo(
            "2 cores, CPU of others not known; how much of the latencies is due to other work is"
                + " not known");
  }

  @Test
  void stealAndMemoryPressureAreNamedWhereThereIsSome() {
    assertThat(text(new ExampleMachine().steal(0.2).stalled(0, 0.5, 0.04).build()))
        .contains("CPU stolen 0.2 cores, io pressure 50 %, memory pressure 4.0 %, broker");
  }

  private static String text(Machine machine) {
    return MachineText.of(new ExampleResult().machine(machine).build());
  }
}
