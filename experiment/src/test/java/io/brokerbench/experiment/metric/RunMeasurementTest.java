package io.brokerbench.experiment.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.ExampleMachine;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run is good for beside another one. */
class RunMeasurementTest {

  /** Of latencies of 0.61 ms; both have the same shape, so their means are as their medians. */
  @ParameterizedTest
  @CsvSource({"0.2, LATE", "0.21, INVALID"})
  void aGeneratorThatIsLateByLessThanAThirdOnAverageIsNoLimit(
      double pacing, RunMeasurement.Status status) {
    ExampleResult late =
        new ExampleResult().verdict(Verdict.Status.GENERATOR_LIMITED, true, "late").pacing(pacing);

    RunMeasurement measured = RunMeasurement.of(late.build(), "run.json");

    assertThat(measured.status()).isEqualTo(status);
    assertThat(measured.reason()).isEqualTo("late");
    assertThat(measured.values()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"OK, VALID", "DISTURBED, DISTURBED", "FAILED, FAILED", "CONTRACT_BROKEN, VALID"})
  void everyOtherVerdictHasItsOwn(Verdict.Status verdict, RunMeasurement.Status status) {
    assertThat(
            RunMeasurement.of(new ExampleResult().verdict(verdict, true, "why").build(), "")
                .status())
        .isEqualTo(status);
  }

  /** Else two builds with a known breach would be compared by the generator's latencies. */
  @ParameterizedTest
  @CsvSource({"0.2, LATE", "0.21, INVALID"})
  void aBrokenContractDoesNotExcuseAGeneratorThatWasLate(
      double pacing, RunMeasurement.Status status) {
    ExampleResult late =
        new ExampleResult()
            .verdict(Verdict.Status.CONTRACT_BROKEN, true, "2 deliveries came twice")
            .unhealthy()
            .pacing(pacing);

    RunMeasurement measured = RunMeasurement.of(late.build(), "run.json");

    assertThat(measured.status()).isEqualTo(status);
    assertThat(measured.reason())
        .isEqualTo("the generator did not keep up; besides, 2 deliveries came twice");
  }

  @ParameterizedTest
  @CsvSource({"true, DISTURBED", "false, VALID"})
  void aBrokenContractOnABusyMachineIsDisturbedWhereTheRunWasLate(
      boolean late, RunMeasurement.Status status) {
    ExampleResult busy =
        new ExampleResult()
            .verdict(Verdict.Status.CONTRACT_BROKEN, true, "2 deliveries came twice")
            .machine(ExampleMachine.busy())
            .backlog(new Backlog(40_000, 0, 40_000, late));

    assertThat(RunMeasurement.of(busy.build(), "run.json").status()).isEqualTo(status);
  }
}
