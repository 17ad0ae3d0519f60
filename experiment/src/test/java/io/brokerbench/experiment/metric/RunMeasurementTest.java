package io.brokerbench.experiment.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.ExampleMachine;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Verdict;
import org.junit.jupiter.api.Test;
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

  /** A broken contract stands above what lateness alone would have made of the run. */
  private static ExampleResult broken(Verdict.Status pace) {
    return new ExampleResult()
        .verdict(Verdict.Status.CONTRACT_BROKEN, true, "2 deliveries came twice")
        .pace(pace);
  }

  /** Else two builds with a known breach would be compared by the generator's latencies. */
  @ParameterizedTest
  @CsvSource({"0.2, LATE", "0.21, INVALID"})
  void aBrokenContractDoesNotExcuseAGeneratorThatWasLate(
      double pacing, RunMeasurement.Status status) {
    ExampleResult late = broken(Verdict.Status.GENERATOR_LIMITED).pacing(pacing);

    RunMeasurement measured = RunMeasurement.of(late.build(), "run.json");

    assertThat(measured.status()).isEqualTo(status);
    assertThat(measured.reason())
        .isEqualTo("the generator did not keep up; also, 2 deliveries came twice");
  }

  @ParameterizedTest
  @CsvSource({"OK, VALID", "BROKER_LIMITED, VALID", "DISTURBED, DISTURBED"})
  void aBrokenContractOnABusyMachineIsDisturbedWhereTheRunWasLate(
      Verdict.Status pace, RunMeasurement.Status status) {
    ExampleResult busy = broken(pace).machine(ExampleMachine.busy());

    RunMeasurement measured = RunMeasurement.of(busy.build(), "run.json");

    assertThat(measured.status()).isEqualTo(status);
    assertThat(measured.reason())
        .isEqualTo(
            status == RunMeasurement.Status.VALID
                ? ""
                : ExampleMachine.busy().disturbedBy().get(0).text()
                    + "; also, 2 deliveries came twice");
  }

  /** The generator is not to blame for what stopped it. */
  @Test
  void aRunThatWasStoppedAfterItBrokeTheContractSaysSoAlone() {
    ExampleResult stopped =
        new ExampleResult()
            .verdict(Verdict.Status.CONTRACT_BROKEN, false, "2 deliveries came twice");

    RunMeasurement measured = RunMeasurement.of(stopped.build(), "run.json");

    assertThat(measured.status()).isEqualTo(RunMeasurement.Status.FAILED);
    assertThat(measured.reason()).isEqualTo("2 deliveries came twice");
  }
}
